import type { reports as english } from '../../../../../src/platform/sentences/reports.ts';
import type { Translated } from '../../translated.ts';

export const reports: Translated<typeof english> = {
  sender_refused:
    'El servidor de correo rechaza al remitente, no a los destinatarios. Mira la comprobación del remitente, arregla lo que nombra la respuesta y envía otra vez.',
  addresses_gone: 'Estas direcciones ya no existen. No reciben más correos, y no hay nada que hacer.',
  content_refused:
    'El receptor rechaza al remitente o el contenido, lo que no dice nada sobre los destinatarios. Mira la comprobación del remitente y los enlaces del correo; si solo rechaza un dominio, pregunta a su postmaster.',
  temporary:
    'Un problema temporal, como un buzón lleno o un servidor ocupado. No hay nada que hacer: reciben el próximo correo como siempre, y una dirección que sigue fallando deja de recibir envíos.',
};

import type { subscriber as english } from '../subscriber.ts';
import type { Translated } from '../translated.ts';

export const subscriber: Translated<typeof english> = {
  add: 'Añadir un suscriptor',
  address: 'Dirección de correo',
  name: 'Nombre',
  name_hint: 'Opcional. Los correos pueden usarlo en el saludo.',
  agreed: 'Ha aceptado recibir este boletín',
  agreed_hint: 'Si no, recibe un correo con un enlace de confirmación.',
  added: address => `${address} añadido.`,
  asked: address => `Se ha enviado un enlace de confirmación a ${address}.`,
  empty: 'Aún no hay suscriptores',
  empty_detail:
    'Añade a personas que han aceptado recibir tu boletín, o comparte tu página pública, donde pueden suscribirse ellas mismas.',
  none_of_email: 'La lista de suscriptores ha cambiado desde que revisaste el correo.',
  show_all: 'Mostrar todos los suscriptores',
  of_email: detail => `Quien ${detail}`,
  who_get_it: 'recibiría el correo si saliera ahora',
  to_email: 'Volver al correo',
  types: {
    unactivated: 'Sin confirmar',
    regular: 'Confirmado',
    premium: 'De pago',
    gifted: 'Regalo',
    trialed: 'De prueba',
    churning: 'Se va',
    past_due: 'Pago pendiente',
    upcoming: 'Empieza más tarde',
    churned: 'Ya no paga',
    unpaid: 'Sin pagar',
    paused: 'En pausa',
    unsubscribed: 'De baja',
    undeliverable: 'No entregable',
    complained: 'Marcó spam',
    blocked: 'Bloqueado',
    removed: 'Quitado',
  },
};

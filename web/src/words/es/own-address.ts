import type { own_address as english } from '../own-address.ts';
import type { Translated } from '../translated.ts';

export const own_address: Translated<typeof english> = {
  title: 'Dirección',
  domain: 'Dominio',
  hint: 'Un dominio o subdominio tuyo, como carta.example.org. Las páginas, los feeds y los enlaces de los correos pasan allí cuando funciona, y las direcciones antiguas llevan a él. Vacío: la dirección de esta instalación.',
  check: 'Comprobar ahora',
  checking: 'Comprobando, puede tardar medio minuto…',
  checked: 'Comprobado el',
  unchecked: 'Aún sin comprobar.',
  works: 'Tu boletín está en este dominio',
  works_note:
    'Conserva los registros de abajo, y el dominio: los enlaces de los correos que has enviado llevan a él.',
  missing: 'El dominio aún no funciona',
  missing_note:
    'Añade este registro donde se gestiona el DNS de tu dominio. Puede tardar una hora en verse en todas partes. El dominio se vuelve a comprobar cada hora.',
  leads: 'Dirige tu dominio a esta instalación',
  caa: 'Quién puede emitir certificados para tu dominio',
};

import type { hold as english } from '../holds.ts';
import type { Translated } from '../translated.ts';

export const hold: Translated<typeof english> = {
  title: 'Envíos detenidos',
  banner: 'Envíos detenidos: no sale ningún correo, webhook ni acción en bloque.',
  look: 'Ver por qué y reanudar',
  ask: 'Un propietario de esta instalación puede reanudar.',
  witness: {
    banner:
      'Los envíos están en pausa: no se puede usar el testigo, que evita que envíen copias de esta instalación.',
    look: 'Ver por qué',
    ask: 'Un propietario de esta instalación puede ver por qué.',
  },
};

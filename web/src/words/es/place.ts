import type { place as english } from '../place.ts';
import type { Translated } from '../translated.ts';

export const place: Translated<typeof english> = {
  label: 'Dónde aparece',
  options: { both: 'Correo y web', email: 'Solo correo', web: 'Solo web' },
  means: {
    both: 'Los suscriptores lo reciben por correo, y tiene una página en la web.',
    email: 'Los suscriptores lo reciben por correo. No tiene página en la web.',
    web: 'Tiene una página en la web. Nadie lo recibe por correo.',
  },
  only_mail: 'Los antiguos suscriptores de pago lo reciben por correo. No tiene página en la web.',
};

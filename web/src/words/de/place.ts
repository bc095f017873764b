import type { place as english } from '../place.ts';
import type { Translated } from '../translated.ts';

export const place: Translated<typeof english> = {
  label: 'Wo sie erscheint',
  options: { both: 'E‑Mail und Web', email: 'Nur E‑Mail', web: 'Nur Web' },
  means: {
    both: 'Abonnenten bekommen sie per E‑Mail, und sie hat eine Seite im Web.',
    email: 'Abonnenten bekommen sie per E‑Mail. Sie hat keine Seite im Web.',
    web: 'Sie hat eine Seite im Web. Niemand bekommt sie per E‑Mail.',
  },
  only_mail: 'Ehemals zahlende Abonnenten bekommen sie per E‑Mail. Sie hat keine Seite im Web.',
};

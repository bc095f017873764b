import type { languages as english } from '../languages.ts';
import type { Translated } from '../translated.ts';

export const languages: Translated<typeof english> = {
  spoken: 'Páginas y correos en este idioma',
  others: 'Con palabras en inglés',
};

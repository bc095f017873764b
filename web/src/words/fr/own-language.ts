import type { ownLanguage as english } from '../own-language.ts';
import type { Translated } from '../translated.ts';

export const ownLanguage: Translated<typeof english> = {
  label: 'Langue de l’interface',
  hint: 'Vos lecteurs voient la langue de la newsletter, ou celle qu’ils ont choisie.',
  browser: 'Celle du navigateur',
};

import type { ownLanguage as english } from '../own-language.ts';
import type { Translated } from '../translated.ts';

export const ownLanguage: Translated<typeof english> = {
  label: 'Sprache der Oberfläche',
  hint: 'Leser bekommen die Sprache des Newsletters oder die, die sie gewählt haben.',
  browser: 'Die des Browsers',
};

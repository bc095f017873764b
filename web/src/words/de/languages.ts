import type { languages as english } from '../languages.ts';
import type { Translated } from '../translated.ts';

export const languages: Translated<typeof english> = {
  spoken: 'Für Seiten und Mails verfügbar',
  others: 'Mit englischen Texten',
};

import type { languages as english } from '../languages.ts';
import type { Translated } from '../translated.ts';

export const languages: Translated<typeof english> = {
  spoken: 'In dieser Sprache sind Seiten und E-Mails',
  others: 'Mit englischen Wörtern',
};

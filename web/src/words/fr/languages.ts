import type { languages as english } from '../languages.ts';
import type { Translated } from '../translated.ts';

export const languages: Translated<typeof english> = {
  spoken: 'Pages et e‑mails dans cette langue',
  others: 'Avec les mots anglais',
};

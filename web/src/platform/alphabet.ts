import { language } from '../words/page.ts';

/** Compares names in the alphabetical order of the page's language. */
export const inOrder = new Intl.Collator(language).compare;

/** Returns a text in lower case without accents, as people type it in a search. */
export function bare(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}

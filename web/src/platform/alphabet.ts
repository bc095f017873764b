import { language } from '../words/page.ts';

/** Puts names in the order of the language of the page. */
export const inOrder = new Intl.Collator(language).compare;

/** A text as one types it in a search: in lower case, without accents. */
export function bare(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}

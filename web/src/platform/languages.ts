import { language } from '../words/page.ts';

/** The languages of pages and mails: one for each file in themes/default/words. */
export const spoken = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt-BR', 'sv', 'tr'];
/** Other common languages. Dates and text direction are right, but the words are English. */
export const others = [
  'cs',
  'da',
  'el',
  'et',
  'fa',
  'fi',
  'he',
  'hi',
  'hu',
  'id',
  'ko',
  'nb',
  'ne',
  'ro',
  'ru',
  'uk',
  'ur',
  'vi',
  'zh',
];

const names = new Intl.DisplayNames(language, { type: 'language' });

/** Returns the name of the language in the page's language; empty for an empty tag. */
export function nameOf(tag: string): string {
  if (tag === '') return '';
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

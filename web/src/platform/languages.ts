import { language } from '../words/page.ts';

/** The languages that pages and mails speak: a file in themes/default/words each. */
export const spoken = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt-BR', 'sv', 'tr'];
/** Common others, whose dates and direction are right, with English words. */
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

/** Names the language in that of the page; empty for none. */
export function nameOf(tag: string): string {
  if (tag === '') return '';
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

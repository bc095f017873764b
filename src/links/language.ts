/** The address of a page in this language; empty: the language that the page chooses itself. */
export function inLanguage(address: string, locale: string): string {
  return locale === '' ? address : `${address}?lang=${encodeURIComponent(locale)}`;
}

/** Returns the address of the page in this language. If `locale` is empty, the page chooses its language itself. */
export function inLanguage(address: string, locale: string): string {
  return locale === '' ? address : `${address}?lang=${encodeURIComponent(locale)}`;
}

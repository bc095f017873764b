/** Matches a visible character: not a space, a control character or one of Unicode's zero-width characters. */
export const visible = /[^\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether the text has no visible character. */
export function isBlank(text: string): boolean {
  return !visible.test(text);
}

/**
 * Returns the letters and digits of a name, without case and accents: the same for names that differ only in ways that a reader does not
 * notice.
 */
export function lettersOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns one line that a person typed: trimmed, without invisible and unstorable characters, with at most `longest` characters. */
export function lineOf(given: unknown, longest: number): string {
  return textOf(given, longest * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();
}

/** Like lineOf, for text with several lines. */
export function textOf(given: unknown, longest: number): string {
  if (typeof given !== 'string') return '';
  return given
    .slice(0, longest * 2)
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .slice(0, longest)
    .toWellFormed()
    .trim();
}

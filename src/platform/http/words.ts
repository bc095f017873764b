/** A character that shows: no space, no control character and none of those of Unicode that take no room. */
export const visible = /[^\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether the text shows nothing. */
export function isBlank(text: string): boolean {
  return !visible.test(text);
}

/** What a person has typed into one line: trimmed, without what cannot be seen or stored, at most `longest` characters. */
export function lineOf(given: unknown, longest: number): string {
  return textOf(given, longest * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();
}

/** As lineOf, for text of several lines. */
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

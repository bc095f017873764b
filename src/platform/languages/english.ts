/** Marks around a text that is in English because it has no translation, until the page around it is known. */
const [begin, end] = ['\uE002', '\uE003'];

/** Marks HTML that is in English although the page is not. */
export function markEnglish(html: string): string {
  return begin + html + end;
}

/**
 * Puts `lang` and `dir` around everything in the page or mail that `markEnglish` has marked, so that programs that read aloud pronounce it
 * right. Attributes, and elements that hold only text, stay as they are.
 */
export function settleEnglish(html: string): string {
  if (!html.includes(begin)) return html;
  return html
    .replace(/<(title|option|textarea)\b[^>]*>[^<]*<\/\1>|<[^>]*>/g, unmarked)
    .replaceAll(begin, '<span lang="en" dir="ltr">')
    .replaceAll(end, '</span>');
}

function unmarked(html: string): string {
  return html.replaceAll(begin, '').replaceAll(end, '');
}

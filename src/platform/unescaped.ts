/** Decodes `%40` to `@`. A text with invalid escapes stays as it is. */
export function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The schemes a link may use. */
export const linkSchemes = ['http', 'https', 'mailto', 'tel'];

/** Where an image may come from: the web, or a part of the same mail (RFC 2392). */
export const imageSchemes = ['http', 'https', 'cid'];

/**
 * Returns a rendered address; undefined if it leads nowhere, or if following it could do anything that `schemes` does not allow.
 * `beginsWithValue` means that its beginning comes from data: then it must name its scheme itself.
 */
export function safeUrl(url: string, schemes: string[], beginsWithValue: boolean): string | undefined {
  // Browsers ignore control characters and blanks inside a scheme, and read \ as /.
  const bare = url.replace(/[\0-\x20\x7f]/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1]?.toLowerCase();
  if (/^(?:https?:[/\\]*|mailto:|tel:|#?)$/i.test(bare)) return undefined;
  if (scheme !== undefined) return schemes.includes(scheme) ? url.trim() : undefined;
  return beginsWithValue || /^[/\\]{2}/.test(bare) ? undefined : url.trim();
}

export function hasScheme(url: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(url);
}

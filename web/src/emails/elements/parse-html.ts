/**
 * Parses HTML without its styles. The dashboard's policy forbids foreign styles, and the browser would report each of them. The content of
 * `style` attributes is in `data-style`.
 */
export function parseHtml(html: string): Document {
  const bare = html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(/(<[a-z][^>]*?\s)style(?=\s*=)/gi, '$1data-style');
  return new DOMParser().parseFromString(bare, 'text/html');
}

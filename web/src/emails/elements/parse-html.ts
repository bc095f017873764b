/**
 * A document with this HTML that has no styles: the policy of the dashboard forbids those of others, and the browser reports each.
 * What elements have in `style` is in `data-style`.
 */
export function parseHtml(html: string): Document {
  const bare = html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(/(<[a-z][^>]*?\s)style(?=\s*=)/gi, '$1data-style');
  return new DOMParser().parseFromString(bare, 'text/html');
}

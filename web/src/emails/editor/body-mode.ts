// Tells whether the service reads a body as Markdown or as HTML. Pure.

export type Mode = 'markdown' | 'html';

const declared = /^\s*<!--\s*buttondown-editor-mode:\s*(plaintext|fancy)\s*-->[ \t]*\n?/i;
const begins =
  /^\s*<(?:!doctype|html|head|body|address|article|aside|blockquote|center|div|dl|figure|footer|header|main|nav|p|section|table)\b/i;

/** Returns how the service reads this body: as its declaration says, or else by its beginning. */
export function modeOf(body: string): Mode {
  const declaration = declared.exec(body)?.[1];
  if (declaration) return declaration.toLowerCase() === 'fancy' ? 'html' : 'markdown';
  return begins.test(body) && !hasLooseText(body) ? 'html' : 'markdown';
}

/** Returns the body with a declaration of this mode, if it needs one. */
export function declareMode(body: string, mode: Mode): string {
  const bare = body.replace(declared, '');
  if (modeOf(bare) === mode) return bare;
  return `<!-- buttondown-editor-mode: ${mode === 'html' ? 'fancy' : 'plaintext'} -->\n${bare}`;
}

/** Returns true if any text is outside of elements, as in Markdown with some HTML, or if an element is never closed. */
function hasLooseText(body: string): boolean {
  if (!/>\s*$/.test(body)) return true;
  const markup = body.replace(/<!--[\s\S]*?-->|\{%.*?%\}/g, '').trim();
  if (/^<(?:!doctype|html|head|body)\b/i.test(markup)) return false;
  let depth = 0;
  let end = 0;
  for (const tag of markup.matchAll(/<(\/?)([a-z][a-z0-9-]*)(?:"[^"]*"|'[^']*'|[^'"<>])*>/gi)) {
    if (depth <= 0 && markup.slice(end, tag.index).trim() !== '') return true;
    end = tag.index + tag[0].length;
    if (/^(?:area|base|br|col|embed|hr|img|input|link|meta|source|wbr)$/i.test(tag[2]!)) continue;
    depth += tag[1] === '/' ? -1 : tag[0].endsWith('/>') ? 0 : 1;
  }
  return depth > 0 || markup.slice(end).trim() !== '';
}

// How the service reads a body: as Markdown or as HTML. Pure.

export type Mode = 'markdown' | 'html';

const declared = /^\s*<!--\s*buttondown-editor-mode:\s*(plaintext|fancy)\s*-->[ \t]*\n?/i;
const begins =
  /^\s*<(?:!doctype|html|head|body|address|article|aside|blockquote|center|div|dl|figure|footer|header|main|nav|p|section|table)\b/i;

/** How the service reads this body: as it declares, or else by its beginning. */
export function modeOf(body: string): Mode {
  const declaration = declared.exec(body)?.[1];
  if (declaration) return declaration.toLowerCase() === 'fancy' ? 'html' : 'markdown';
  return begins.test(body) && />\s*$/.test(body) ? 'html' : 'markdown';
}

/** The body with a declaration that it is to be read like this, where one is needed. */
export function declareMode(body: string, mode: Mode): string {
  const bare = body.replace(declared, '');
  if (modeOf(bare) === mode) return bare;
  return `<!-- buttondown-editor-mode: ${mode === 'html' ? 'fancy' : 'plaintext'} -->\n${bare}`;
}

import { stripComments } from './markup.ts';
import type { Placeholders } from './placeholders.ts';

export type EditorMode = 'markdown' | 'html';

/** The declaration at the beginning of a body that says how to read it. */
export const declaration = /^\s*<!--\s*buttondown-editor-mode:\s*(plaintext|fancy)\s*-->[ \t]*\n?/i;

/** Element names, as alternatives of a regular expression. */
export const blockElements =
  'address|article|aside|blockquote|center|dd|details|div|dl|dt|figure|footer|form|h[1-6]|header|hr|main|nav|ol|p|pre|section|table|ul';

/** Normalises line ends and removes unpaired surrogates; lines and columns stay the author's. */
export function normalize(source: string): string {
  return source
    .toWellFormed()
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n');
}

/**
 * Returns the mode of the body, and the body without its declaration `<!-- buttondown-editor-mode: plaintext|fancy -->`, with the `lines`
 * of the rest. Without a declaration, it is HTML if it begins with a block element and has all of its text inside elements.
 */
export function detectMode(
  text: string,
  placeholders: Placeholders,
  lines: number[] = [],
): { mode: EditorMode; text: string; lines: number[] } {
  const declared = declaration.exec(text);
  if (declared !== null) {
    const mode = declared[1]?.toLowerCase() === 'fancy' ? 'html' : 'markdown';
    const before = declared[0].split('\n').length - 1;
    return { mode, text: text.slice(declared[0].length), lines: lines.slice(before) };
  }
  const markup = stripComments(text.replace(new RegExp(placeholders.pattern, 'g'), ''));
  return { mode: isHtml(markup.trim()) ? 'html' : 'markdown', text, lines };
}

function isHtml(markup: string): boolean {
  if (/^<(?:!doctype|html|head|body)\b/i.test(markup)) return true;
  return new RegExp(`^<(?:${blockElements})\\b`, 'i').test(markup) && !hasLooseText(markup);
}

// Whether text is outside elements. It is in Markdown with some HTML, and in HTML without end tags, which is Markdown as well.
function hasLooseText(markup: string): boolean {
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

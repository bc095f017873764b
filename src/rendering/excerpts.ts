import type { Token } from 'markdown-it';
import { parseMarkdown } from './markdown.ts';
import { blockElements } from './mode.ts';
import { type Placeholders, roleAt } from './placeholders.ts';
import { closersOf, tagsOf } from './pruning.ts';

/** The first paragraph of a Markdown text, within the Liquid blocks that hold it; empty if there is none. */
export function firstParagraph(source: string, placeholders: Placeholders): string {
  const { text, tokens } = parseMarkdown(source, placeholders);
  const found = tokens.findIndex((token, index) => isProse(token, tokens[index + 1], placeholders));
  const token = tokens[found];
  if (!token?.map) return '';
  const lines = text.split('\n');
  const [start, end] = token.map;
  const block = lines.slice(start, end).join('\n');
  const paragraph = token.type === 'html_block' ? firstRun(block, placeholders) : dedent(block);
  const before = tagsOf(lines.slice(0, start).join('\n'), placeholders);
  return before === '' ? paragraph : `${before}\n\n${paragraph}`;
}

function isProse(token: Token, next: Token | undefined, placeholders: Placeholders): boolean {
  if (token.type === 'html_block') return firstRun(token.content, placeholders) !== '';
  if (token.type !== 'paragraph_open') return false;
  const texts = next?.children?.filter(({ type }) => type === 'text' || type === 'code_inline') ?? [];
  return saysSomething(texts.map(({ content }) => content).join(''), placeholders);
}

// In a list, four blanks before a line would make code of it.
function dedent(block: string): string {
  const indent = /^ */.exec(block)?.[0] ?? '';
  return block.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

function saysSomething(html: string, placeholders: Placeholders): boolean {
  const text = html
    .replace(/<!--[^]*?-->|<[a-z/](?:"[^"]*"|'[^']*'|[^'">])*>/gi, '')
    .replace(new RegExp(placeholders.pattern, 'g'), (placeholder, number) =>
      roleAt(placeholders, number).is === 'output' ? placeholder : '',
    );
  return /[\p{L}\p{N}]/u.test(text.replace(/&#?\w+;/g, ''));
}

const ends = new RegExp(`^(?:${blockElements}|body|caption|head|html|li|t[dhr]|tbody|tfoot|thead|title|style)$`, 'i');
const silent = /^(?:h[1-6]|head|title|style|script|figcaption|caption|pre)$/i;

/** The first text between two block tags of HTML, as a paragraph within the Liquid blocks that hold it. */
export function firstRun(html: string, placeholders: Placeholders): string {
  let start = 0;
  let quiet: { name: string; depth: number } | undefined;
  let opener = '<p>';
  // Of the blocks open now, the number that opened before this run.
  let outer = 0;
  let depth = 0;
  const tag = '<(/?)([a-z][a-z0-9-]*)(?=[\\s/>])(?:"[^"]*"|\'[^\']*\'|[^\'">])*>';
  for (const match of [...html.matchAll(new RegExp(`${placeholders.pattern}|<!--[^]*?-->|${tag}`, 'gi')), end(html)]) {
    const [whole, number, slash, name = ''] = match;
    const role = number === undefined ? undefined : roleAt(placeholders, number);
    if (role?.is === 'open') depth++;
    const leaves = (role?.is === 'close' || role?.is === 'divide') && depth <= outer;
    if (role?.is === 'close') depth--;
    if (!leaves && !ends.test(name) && whole !== '') continue;
    const run = html.slice(start, match.index);
    if (quiet === undefined && saysSomething(run, placeholders)) {
      const before = tagsOf(html.slice(0, start), placeholders);
      const paragraph = `${opener}${run.trim()}${closersOf(run, placeholders)}</p>`;
      return `${before}${paragraph}${closersOf(before, placeholders)}`;
    }
    start = match.index + whole.length;
    outer = depth;
    opener = /^<p[\s>]/i.test(whole) ? whole : '<p>';
    quiet = hush(quiet, slash === '/', name, whole);
  }
  return '';
}

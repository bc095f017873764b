import type { Token } from 'markdown-it';
import { withFaultsOf } from './faults.ts';
import { parseMarkdown } from './markdown.ts';
import { stripComments } from './markup.ts';
import { declaration, detectMode, type EditorMode, normalize } from './mode.ts';
import { findPaywalls } from './paywall.ts';
import { liftLiquid, type Placeholders, restoreLiquid } from './placeholders.ts';
import { capturesIn, closersOf, saysSomething, tagsOf } from './pruning.ts';
import { firstRun } from './runs.ts';

/**
 * Returns the source for readers who have not paid: `custom_teaser`, or else the part above `<!-- paywall -->`, or else the first
 * paragraph; empty if a body has none. Liquid blocks and HTML elements that this cuts are closed. Throws DomainError('body_invalid') if the
 * template of the body cannot be parsed.
 */
export function teaserOf(body: string, custom_teaser: string): string {
  return withFaultsOf('body', () => {
    const { text: lifted, placeholders } = liftLiquid(normalize(body));
    const { mode, text } = detectMode(lifted, placeholders);
    const declared = declaration.exec(lifted)?.[0] ?? '';
    if (custom_teaser.trim() !== '')
      return declaration.test(custom_teaser) ? custom_teaser : declared + custom_teaser;
    const teaser = cut(text, mode, placeholders);
    // A part of a body may look like the other mode.
    const changes = declared === '' && teaser !== '' && detectMode(teaser, placeholders).mode !== mode;
    const head = changes
      ? `<!-- buttondown-editor-mode: ${mode === 'html' ? 'fancy' : 'plaintext'} -->\n`
      : declared;
    return restoreLiquid(head + teaser, placeholders);
  });
}

function cut(text: string, mode: EditorMode, placeholders: Placeholders): string {
  const [paywall] = findPaywalls(text, mode);
  if (mode === 'html') {
    const above = text.slice(0, paywall?.start).trimEnd();
    return paywall ? above + closersOf(above, placeholders) : firstRun(stripComments(text), placeholders);
  }
  const teaser = paywall ? text.slice(0, paywall.start) : firstParagraph(text, placeholders);
  const closers = liquidClosers(teaser, placeholders);
  // Liquid that encloses whole Markdown blocks must be on lines of its own.
  const gap = closers !== '' && /\n[ \t]*$/.test(teaser) ? '\n\n' : '';
  const closed = teaser.trimEnd() + gap + closers;
  return [closed, ...definitionsFor(closed, text)].join('\n\n');
}

// Returns the closers of Liquid blocks. The sanitiser closes elements, but one that begins in a Liquid block has to end in it.
function liquidClosers(text: string, placeholders: Placeholders): string {
  const liquid = new RegExp(`^.*${placeholders.pattern}`);
  return liquid.exec(closersOf(text, placeholders))?.[0] ?? '';
}

/** Returns the first paragraph of a Markdown text, after the Liquid tags that it needs; empty if there is none. */
function firstParagraph(source: string, placeholders: Placeholders): string {
  const { text, tokens } = parseMarkdown(source, placeholders);
  let captures = 0;
  const token = tokens.find((token, index) => {
    const found = captures <= 0 && isProse(token, tokens[index + 1], placeholders);
    captures += capturesIn(token.content, placeholders);
    return found;
  });
  if (!token?.map) return '';
  const lines = text.split('\n');
  const [start, end] = token.map;
  const block = lines.slice(start, end).join('\n');
  const paragraph =
    token.type === 'html_block' ? firstRun(stripComments(block), placeholders) : dedent(block);
  const before = tagsOf(lines.slice(0, start).join('\n'), placeholders);
  return before === '' ? paragraph : `${before}\n\n${paragraph}`;
}

function isProse(token: Token, next: Token | undefined, placeholders: Placeholders): boolean {
  if (token.type === 'html_block') return firstRun(stripComments(token.content), placeholders) !== '';
  if (token.type !== 'paragraph_open') return false;
  const texts = next?.children?.filter(({ type }) => type === 'text' || type === 'code_inline') ?? [];
  return saysSomething(texts.map(({ content }) => content).join(''), placeholders);
}

// Removes the indentation of a block in a list, where four spaces before a line would turn it into code.
function dedent(block: string): string {
  const indent = /^ */.exec(block)?.[0] ?? '';
  return block.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trimEnd();
}

// Returns the definitions that a teaser needs, because links and notes are often defined at the end.
function definitionsFor(teaser: string, text: string): string[] {
  const labels = new Set(teaser.toLowerCase().match(/\[[^[\]\n]+\]/g));
  const lines = new Set(teaser.split('\n'));
  const definitions = text.matchAll(/^ {0,3}(\[[^[\]\n]+\]): *\S.*$/gm);
  return Array.from(definitions, ([line, label = '']) => ({ line, label: label.toLowerCase() }))
    .filter(({ line, label }) => labels.has(label) && !lines.has(line))
    .map(({ line }) => line);
}

import type MarkdownIt from 'markdown-it';
import type { StateBlock, Token } from 'markdown-it';
import { escapeHtml } from './markup.ts';
import { hasPlaceholder, type Placeholders } from './placeholders.ts';

type Markdown = InstanceType<typeof MarkdownIt>;

/** Elements whose content the sanitiser drops, because mail programs do not show it as intended. */
export const droppedElements =
  'script style textarea option xmp title noscript template svg math object applet audio video noembed noframes'.split(
    ' ',
  );

/** Elements that a Markdown text only mentions and never uses. */
const writtenAbout = new Set(
  'title textarea option select xmp plaintext noembed noframes template applet head html body frame frameset'.split(
    ' ',
  ),
);

const known = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br button
  canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset
  figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins
  kbd label legend li link main map mark marquee math menu meta meter nav nobr noembed noframes noscript object ol
  optgroup option output p param picture plaintext pre progress q rp rt ruby s samp script search section select slot
  small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title
  tr track tt u ul var video wbr xmp`.split(/\s+/),
);

/** Beginnings of an HTML block that would hide everything that follows until its end (CommonMark §4.6). */
const blockEnds: [RegExp, RegExp][] = [
  ...[...droppedElements, 'iframe'].map((name): [RegExp, RegExp] => [
    new RegExp(`^<${name}(?=[\\s/>]|$)`, 'i'),
    new RegExp(`</${name}>`, 'gi'),
  ]),
  [/^<!--/, /-->/g],
  [/^<\?/, /\?>/g],
  [/^<!\[CDATA\[/, /\]\]>/g],
];

const tagStart = /^<(\/?)([a-z][a-z0-9]*)(?=[\s/>]|$)/i;

/**
 * Shows tags that a Markdown text only mentions as text, so that they hide nothing: those without an end, those that a
 * mail never contains (`<title>`), and those that HTML does not know (`<your name>`).
 */
export function showWrittenTags(
  md: Markdown,
  placeholdersOf: (state: { env: Record<string, unknown> }) => Placeholders,
): void {
  const paragraph = md.block.ruler.getRules('').at(-1) as ReturnType<typeof md.block.ruler.getRules>[number];
  md.block.ruler.before('html_block', 'written_tag', (state, start, end, silent) =>
    !silent && isWritten(state, start, placeholdersOf(state)) ? paragraph(state, start, end, silent) : false,
  );
  md.renderer.rules.html_inline = (tokens, index, _options, env) => {
    const content = tokens[index]?.content ?? '';
    return isMeant(tokens, index, content, placeholdersOf({ env: env ?? {} }))
      ? content
      : escapeHtml(content);
  };
}

function isWritten(state: StateBlock, line: number, placeholders: Placeholders): boolean {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  if (state.src[start] !== '<') return false;
  const text = state.src.slice(start, state.eMarks[line]);
  const name = tagStart.exec(text)?.[2]?.toLowerCase();
  if (name !== undefined && isNeverMeant(name, placeholders)) return true;
  return blockEnds.some(([begins, ends]) => begins.test(text) && lastEnd(state, ends) < start);
}

const lastEndsOf = new WeakMap<object, Map<RegExp, number>>();

/** Returns the last of these ends in the whole text, which is searched once. */
function lastEnd(state: StateBlock, ends: RegExp): number {
  const found = lastEndsOf.get(state.env) ?? new Map<RegExp, number>();
  lastEndsOf.set(state.env, found);
  let last = found.get(ends);
  if (last === undefined) {
    last = -1;
    for (const match of state.src.matchAll(ends)) last = match.index;
    found.set(ends, last);
  }
  return last;
}

/** Whether the name is never meant as a tag. A template in a name is a mistake that the author is told about later. */
function isNeverMeant(name: string, placeholders: Placeholders): boolean {
  return writtenAbout.has(name) || !(known.has(name) || hasPlaceholder(placeholders, name));
}

function isMeant(tokens: Token[], index: number, content: string, placeholders: Placeholders): boolean {
  const [, slash, found] = tagStart.exec(content) ?? [];
  if (found === undefined) return true;
  const name = found.toLowerCase();
  if (isNeverMeant(name, placeholders)) return false;
  if (slash !== '' || !(droppedElements.includes(name) || name === 'iframe')) return true;
  return (lastEndTags(tokens).get(name) ?? -1) > index;
}

const lastEndTagsOf = new WeakMap<Token[], Map<string, number>>();

function lastEndTags(tokens: Token[]): Map<string, number> {
  let last = lastEndTagsOf.get(tokens);
  if (last === undefined) {
    last = new Map();
    for (const [index, { type, content }] of tokens.entries()) {
      const [, slash, name] = (type === 'html_inline' && tagStart.exec(content)) || [];
      if (slash === '/' && name !== undefined) last.set(name.toLowerCase(), index);
    }
    lastEndTagsOf.set(tokens, last);
  }
  return last;
}

/** Matches the tags and comments that hide everything after them until they are closed. */
export const hiding = new RegExp(`<(?:!--|(/?)(${droppedElements.join('|')})(?=[\\s/>]))`, 'gi');

/** Turns a tag or comment into text if it would hide everything that follows because nothing closes it. */
export function showUnclosedTags(html: string): string {
  const lastEnds = findLastEnds(html);
  return html.replace(hiding, (tag, slash: string | undefined, name: string | undefined, at: number) => {
    if (slash === '/') return tag;
    return (lastEnds.get((name ?? '!--').toLowerCase()) ?? -1) > at ? tag : `&lt;${tag.slice(1)}`;
  });
}

/** Returns where each of these is closed for the last time, by name; a comment is `!--`. */
export function findLastEnds(html: string): Map<string, number> {
  const lastEnds = new Map([['!--', html.lastIndexOf('-->')]]);
  for (const { 1: slash, 2: name, index } of html.matchAll(hiding))
    if (slash === '/' && name !== undefined) lastEnds.set(name.toLowerCase(), index);
  return lastEnds;
}

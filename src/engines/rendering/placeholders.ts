import { randomBytes } from 'node:crypto';
import {
  type Liquid,
  ParseError,
  Parser,
  TagToken,
  type Template,
  Tokenizer,
  type TopLevelToken,
  TypeGuards,
} from 'liquidjs';
import { sentence } from '../../platform/sentences/sentence.ts';
import { authorEngine, parseLimit } from './liquid.ts';
import type { AttributeKind } from './tags.ts';

/** The content behind a placeholder: one piece of Liquid, or an attribute's whole value (text with placeholders in it). */
type Entry =
  | { type: 'liquid'; token: TopLevelToken; role: Role }
  | { type: 'attribute'; kind: AttributeKind; value: string };

/** `{% if %}` opens, `{% else %}` divides, `{% endif %}` closes; `block` is "if" for all three ("" for a divider). */
export type Role = { is: 'output' | 'statement' } | { is: 'open' | 'divide' | 'close'; block: string };

export type Placeholders = {
  entries: Entry[];
  prefix: string;
  /** Regular expression source that matches one placeholder and captures its number. */
  pattern: string;
};

/** The most pieces of Liquid in one template, because the time to parse them grows quadratically. */
const pieceLimit = 5_000;

const openers = ['if', 'unless', 'case', 'for', 'capture'];
const dividers = ['else', 'elsif', 'when'];
const printers = ['echo', 'cycle', 'increment', 'decrement'];

// The output of a template may depend on earlier tags of these kinds.
const statefulTags =
  /^\{%-?\s*(?:assign|capture|cycle|increment|decrement|break|continue|liquid|for\b.*\bcontinue)\b/s;

/**
 * Replaces each piece of Liquid with an inert word that Markdown, the sanitiser and the CSS inliner leave alone; `raw`
 * blocks become their text, comments are removed. `lines` says for each line of the text at which line of the source it
 * begins, from 1. Throws a LiquidError if the template cannot be parsed.
 */
export function liftLiquid(source: string): { text: string; lines: number[]; placeholders: Placeholders } {
  const tokens = tokenize(source);
  const placeholders = createPlaceholders(source);
  let text = '';
  const lines = [1];
  let comment = false;
  let line = 1;
  let read = 0;
  for (const token of tokens) {
    const name = TypeGuards.isTagToken(token) ? token.name : undefined;
    if (name === 'comment') comment = true;
    if (name === 'endcomment') comment = false;
    else if (comment || name === 'raw' || name === 'endraw' || name === '#') continue;
    else if (TypeGuards.isHTMLToken(token)) {
      const content = token.getContent();
      text += content;
      // Liquid may have several lines, or remove line breaks around it.
      const start = source.indexOf(content, Math.max(read, token.begin));
      line += newlines(source, read, start);
      read = start;
      for (let at = content.indexOf('\n'); at !== -1; at = content.indexOf('\n', at + 1)) {
        line += 1;
        lines.push(line);
      }
      read = start + content.length;
    } else text += addEntry(placeholders, { type: 'liquid', token, role: roleOf(name) });
  }
  return { text, lines, placeholders };
}

function newlines(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function tokenize(source: string): TopLevelToken[] {
  const tokenizer = new Tokenizer(source, authorEngine.options.operators);
  if (source.length > parseLimit) {
    throw tokenizer.error(sentence('rendering.template_too_long', { most: parseLimit }), 0);
  }
  const tokens = tokenizer.readTopLevelTokens(authorEngine.options);
  const pieces = tokens.filter(token => !TypeGuards.isHTMLToken(token));
  if (pieces.length > pieceLimit) {
    throw new ParseError(
      new Error(sentence('rendering.too_many_pieces', { most: pieceLimit })),
      pieces[pieceLimit]!,
    );
  }
  new Parser(authorEngine).parseTokens([...tokens]);
  return tokens;
}

/** The beginning of placeholders, known to nobody outside. It stays the same because V8 compiles and keeps every new regular expression. */
let prefix = newPrefix();

// Makes a prefix. A q begins the word and does not occur again in it, so a match cannot begin anywhere else.
function newPrefix(): string {
  return `q${randomBytes(5).toString('hex')}`;
}

/** Returns placeholders without entries, with a prefix that does not occur in `source`. */
export function createPlaceholders(source: string): Placeholders {
  while (source.includes(prefix)) prefix = newPrefix();
  return { entries: [], prefix, pattern: `${prefix}(\\d+)z` };
}

function addEntry(placeholders: Placeholders, entry: Entry): string {
  return `${placeholders.prefix}${placeholders.entries.push(entry) - 1}z`;
}

function roleOf(name: string | undefined): Role {
  if (name === undefined || printers.includes(name)) return { is: 'output' };
  if (openers.includes(name)) return { is: 'open', block: name };
  if (dividers.includes(name)) return { is: 'divide', block: '' };
  return name.startsWith('end') ? { is: 'close', block: name.slice(3) } : { is: 'statement' };
}

/** Returns the role of the placeholder with this number; an attribute counts as output. */
export function roleAt(placeholders: Placeholders, number: string | undefined): Role {
  const entry = placeholders.entries[Number(number)];
  return entry?.type === 'liquid' ? entry.role : { is: 'output' };
}

/**
 * Creates one placeholder for an attribute's whole value (entities decoded), which is made safe for its kind when
 * rendered.
 */
export function addAttribute(placeholders: Placeholders, kind: AttributeKind, value: string): string {
  return addEntry(placeholders, { type: 'attribute', kind, value: value.trim() });
}

/** Makes a new placeholder for the tag that ends a block. */
export function addEndTag(placeholders: Placeholders, block: string): string {
  const token = tag(authorEngine, `{% end${block} %}`);
  return addEntry(placeholders, { type: 'liquid', token, role: { is: 'close', block } });
}

/** Returns the value behind an attribute's placeholder; any other value unchanged. */
export function meantBy(placeholders: Placeholders, value: string): string {
  const number = new RegExp(`^${placeholders.pattern}$`).exec(value)?.[1];
  const entry = placeholders.entries[Number(number)];
  return entry?.type === 'attribute' ? entry.value : value;
}

export function hasPlaceholder(placeholders: Placeholders, text: string): boolean {
  return text.includes(placeholders.prefix);
}

/** Writes tags as comments: an HTML parser moves text out of tables, but not comments. `parseContent` reads them either way. */
export function hideTags(html: string, placeholders: Placeholders): string {
  return html.replace(new RegExp(placeholders.pattern, 'g'), (placeholder, number) =>
    roleAt(placeholders, number).is === 'output' ? placeholder : `<!--${placeholder}-->`,
  );
}

/** Restores the source from text with placeholders. */
export function restoreLiquid(text: string, placeholders: Placeholders): string {
  return text
    .split(new RegExp(placeholders.pattern))
    .map((part, index) =>
      // Braces from a raw block go back into one.
      index % 2 === 1 ? sourceAt(placeholders, part) : inert(part),
    )
    .join('');
}

/** Protects braces, so that they stay text when read as a template. */
export function inert(text: string): string {
  return text.replace(/\{\{|\{%/g, '{% raw %}$&{% endraw %}');
}

/** Makes an error that points at the author's own tag. */
export function faultAt(placeholders: Placeholders, number: string | undefined, reason: string): Error {
  const entry = placeholders.entries[Number(number)];
  if (entry?.type === 'liquid') return new ParseError(new Error(reason), entry.token);
  return new Error(reason);
}

/**
 * Templates, the tokens from which they were parsed, and whether they must be rendered together because some depend on the effects of
 * earlier ones.
 */
export type Content = { templates: Template[]; tokens: TopLevelToken[]; stateful: boolean };

/**
 * Parses text with placeholders into templates of an engine. Only placeholders become Liquid: other braces in the text stay
 * text. Errors point at the author's own lines.
 */
export function parseContent(engine: Liquid, text: string, placeholders: Placeholders): Content {
  const stateful = placeholders.entries.some(
    entry => entry.type === 'liquid' && statefulTags.test(entry.token.getText()),
  );
  return parseTokens(engine, expand(engine, text, placeholders), stateful);
}

/** Makes the content of these tokens. */
export function parseTokens(engine: Liquid, tokens: TopLevelToken[], stateful: boolean): Content {
  return { templates: new Parser(engine).parseTokens([...tokens]), tokens, stateful }; // the parser uses up its list
}

/** Returns the Liquid behind a placeholder as the author wrote it. */
export function sourceAt(placeholders: Placeholders, number: string | undefined): string {
  const entry = placeholders.entries[Number(number)];
  return entry?.type === 'liquid' ? entry.token.getText() : '';
}

function expand(engine: Liquid, text: string, placeholders: Placeholders): TopLevelToken[] {
  const tokens: TopLevelToken[] = [];
  let end = 0;
  const literal = (until: number) => {
    if (until > end) tokens.push(textToken(text.slice(end, until)));
  };
  // A placeholder inside a comment is one that passed through a table, where HTML allows no text.
  for (const match of text.matchAll(
    new RegExp(`<!--${placeholders.pattern}-->|${placeholders.pattern}`, 'g'),
  )) {
    const entry = placeholders.entries[Number(match[1] ?? match[2])];
    const after = match.index + match[0].length;
    const frame = entry?.type === 'attribute' ? frameOf(entry.kind, text.slice(end, match.index)) : undefined;
    literal(match.index - (frame?.length ?? 0));
    end = after + (frame === undefined ? 0 : 1);
    if (entry?.type === 'attribute') {
      tokens.push(tag(engine, `{% attribute ${entry.kind} ${frame?.replace(/[ ="]/g, '') ?? ''} %}`));
      tokens.push(...expand(engine, entry.value, placeholders));
      tokens.push(tag(engine, '{% endattribute %}'));
    } else if (entry) tokens.push(fresh(engine, entry.token));
  }
  literal(text.length);
  return tokens;
}

// Returns the text before an address that belongs to it: ` href="` in HTML, ` (` in text. One character ends it.
function frameOf(kind: AttributeKind, before: string): string | undefined {
  return kind === 'link' || kind === 'image' ? / (?:[a-z]+="|\()$/.exec(before)?.[0] : undefined;
}

// Makes the token anew, because parsing consumes a tag's token and one placeholder may occur in several places.
function fresh(engine: Liquid, token: TopLevelToken): TopLevelToken {
  if (!TypeGuards.isTagToken(token)) return token;
  return new TagToken(token.input, token.begin, token.end, engine.options);
}

/** Makes a text token, whatever braces it contains. */
export function textToken(text: string): TopLevelToken {
  return new Tokenizer(text).readHTMLToken([]);
}

/** Makes the token of one tag or output. */
export function liquidToken(engine: Liquid, source: string): TopLevelToken {
  if (source.startsWith('{%')) return tag(engine, source);
  const [token] = new Tokenizer(source).readTopLevelTokens(engine.options);
  return token!;
}

function tag(engine: Liquid, source: string): TagToken {
  return new TagToken(source, 0, source.length, engine.options);
}

import { analyzeSync, type Liquid, type Template } from 'liquidjs';
import { sentence } from '../../platform/sentences/sentence.ts';
import { withFaultsOf } from './faults.ts';
import { createBudget, htmlEngine, plainEngine, renderTemplates } from './liquid.ts';
import { renderMarkdown } from './markdown.ts';
import { blockElements, detectMode, normalize } from './mode.ts';
import {
  faultAt,
  hasPlaceholder,
  liftLiquid,
  type Placeholders,
  parseContent,
  restoreLiquid,
  roleAt,
} from './placeholders.ts';

/** Names that only a copy or a sent email has. Liquid that uses them stays Liquid. */
const later: readonly string[] = [
  'subscriber',
  'email',
  'unsubscribe_url',
  'manage_subscription_url',
  'answer_url',
  'referral_url',
  'subscribe_url',
  'medium',
];

/**
 * Returns a template with `values` filled in, as the source of an email. The result is HTML, in which everything about the reader stays
 * Liquid and no value can become Liquid. The subject has its own values. Throws DomainError('subject_invalid' | 'body_invalid') with line,
 * column and reason in the template.
 */
export function writeOut(
  template: { subject: string; body: string },
  values: Record<string, unknown>,
  subject_values = values,
): { subject: string; body: string } {
  return {
    subject: withFaultsOf('subject', () => writeSubject(template.subject, subject_values)),
    body: withFaultsOf('body', () => writeBody(template.body, values)),
  };
}

/** Maximum length of a generated subject. */
const subjectLimit = 1000;

function writeSubject(source: string, values: Record<string, unknown>): string {
  const ready = subjects(source, values, () => {
    const { text, placeholders } = liftLiquid(source);
    return setAside(plainEngine, text, placeholders, values);
  });
  return fill(plainEngine, ready, values, subjectOf).trim();
}

/** Returns text as a subject without any Liquid. */
export function subjectOf(text: string): string {
  return (
    text
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .slice(0, subjectLimit)
      .toWellFormed()
      // An invisible character keeps braces text wherever the subject is shown, edited or sent back.
      .replace(/\{(?=[{%]|$)/g, '{\u2060')
  );
}

/** Returns HTML as the body of an email without any Liquid. */
export function bodyOf(html: string): string {
  return html === '' ? '' : `<!-- buttondown-editor-mode: fancy -->\n${withoutLiquid(html)}`;
}

function withoutLiquid(html: string): string {
  return html.replace(/\{(?=[{%]|$)/g, '&#123;');
}

function writeBody(source: string, values: Record<string, unknown>): string {
  const ready = bodies(source, values, () => {
    const { text, placeholders } = liftLiquid(normalize(source));
    const { mode, text: marked } = detectMode(text, placeholders);
    const html = mode === 'markdown' ? renderMarkdown(marked, placeholders) : marked;
    return setAside(htmlEngine, markParagraphs(html, placeholders), placeholders, values);
  });
  const filled = fill(htmlEngine, ready, values, withoutLiquid);
  const body = dropEmptyLinks(openParagraphs(filled, ready.placeholders)).trim();
  return body === '' ? '' : `<!-- buttondown-editor-mode: fancy -->\n${body}`;
}

const linkOrPicture = /<(\/?)(a|img)(?=[\s/>])(?:"[^"]*"|'[^']*'|[^'">])*>/gi;
const emptyAddress = /\s(?:href|src)=(?:"\s*"|'\s*'|(?=[\s>]))/i;

/** Replaces links without an address, which an item need not have, with their text. Pictures without one are left out. */
function dropEmptyLinks(html: string): string {
  let isEmpty = false;
  return html.replace(linkOrPicture, (tag: string, slash: string, name: string) => {
    if (name.toLowerCase() === 'img') return emptyAddress.test(tag) ? '' : tag;
    if (slash === '') isEmpty = emptyAddress.test(tag);
    return isEmpty ? '' : tag;
  });
}

/** Marks paragraphs with values, to find them again: a value may contain blocks and break up its paragraph. */
function markParagraphs(html: string, placeholders: Placeholders): string {
  const paragraph = /<p(?:\s[^<>]*)?>(?:(?!<\/?p[\s>]).)*<\/p>/gis;
  const { prefix } = placeholders;
  return html.replace(paragraph, found =>
    hasPlaceholder(placeholders, found) ? `${prefix}begins${found}${prefix}ends` : found,
  );
}

function openParagraphs(html: string, { prefix }: Placeholders): string {
  return html
    .replace(
      new RegExp(`${prefix}begins(<p[^>]*>)((?:(?!${prefix}begins).)*?)</p>${prefix}ends`, 'gs'),
      (_, start: string, inner: string) => parted(start, inner),
    )
    .replaceAll(new RegExp(`${prefix}(?:begins|ends)`, 'g'), '');
}

const isBlock = new RegExp(`^(?:${blockElements})$`, 'i');
const hasBlock = new RegExp(`<(?:${blockElements})[\\s/>]`, 'i');

/** Keeps blocks as they are and wraps the content between them in paragraphs. */
function parted(start: string, inner: string): string {
  let result = '';
  let from = 0;
  let depth = 0;
  let isInBlock = false;
  let hasBlocks = false;
  const flush = (to: number) => {
    const text = inner.slice(from, to).trim();
    from = to;
    if (text !== '') result += hasBlock.test(text) ? text : `${start}${text}</p>`;
  };
  for (const tag of inner.matchAll(/<(\/?)([a-z][a-z0-9]*)(?=[\s/>])(?:"[^"]*"|[^">])*>/gi)) {
    const name = tag[2]!.toLowerCase();
    const isVoid = /^(?:br|col|hr|img|wbr)$/.test(name);
    const end = tag.index + tag[0].length;
    if (isBlock.test(name)) hasBlocks = true;
    if (depth === 0 && tag[1] === '' && isBlock.test(name)) {
      flush(tag.index);
      isInBlock = true;
    }
    if (!isVoid) depth = Math.max(0, depth + (tag[1] === '/' ? -1 : 1));
    if (isInBlock && depth === 0) {
      result += inner.slice(from, end);
      from = end;
      isInBlock = false;
    }
  }
  if (!hasBlocks) return `${start}${inner}</p>`;
  flush(inner.length);
  return result;
}

/** A template that can be filled in any number of times. */
type Ready = {
  templates: Template[];
  placeholders: Placeholders;
  /** The Liquid about the reader, by the number of the word in its place. */
  kept: string[];
};

/** How many templates stay ready, because a round of feeds mostly uses a few. */
const mostReady = 50;

const subjects = keepReady();
const bodies = keepReady();

/** Keeps the results of `make` for the templates that were used last. Only the names of the values matter to them. */
function keepReady() {
  const kept = new Map<string, Ready>();
  return (source: string, values: Record<string, unknown>, make: () => Ready): Ready => {
    const key = `${Object.keys(values).join()} ${source}`;
    const ready = kept.get(key) ?? make();
    kept.delete(key);
    kept.set(key, ready);
    if (kept.size > mostReady) kept.delete(kept.keys().next().value!);
    return ready;
  };
}

// Everything that is filled in now is rendered together, because tags may depend on earlier ones. The Liquid that stays is replaced
// meanwhile by a word that occurs nowhere else.
function setAside(
  engine: Liquid,
  text: string,
  placeholders: Placeholders,
  values: Record<string, unknown>,
): Ready {
  const kept: string[] = [];
  const deferred = new Set(later);
  const now = new Set(Object.keys(values));
  const word = wordOf(placeholders);
  const filled = topLevel(text, placeholders)
    .map(piece => {
      if (piece.number === undefined) return piece.text;
      const { templates } = parseContent(engine, piece.text, placeholders);
      const { globals, locals } = analyzeSync(templates, { partials: false });
      const asked = Object.keys(globals);
      const own = asked.find(name => deferred.has(name));
      for (const name of Object.keys(locals)) {
        (own === undefined ? now : deferred).add(name);
        (own === undefined ? deferred : now).delete(name);
      }
      if (own === undefined) return piece.text;
      const shared = asked.find(name => now.has(name));
      if (shared !== undefined) {
        throw faultAt(placeholders, piece.number, sentence('rendering.mixed_values', { own, shared }));
      }
      return `${word}${kept.push(restoreLiquid(piece.text, placeholders)) - 1}z`;
    })
    .join('');
  return { templates: parseContent(engine, filled, placeholders).templates, placeholders, kept };
}

function wordOf({ prefix }: Placeholders): string {
  return `${prefix}kept`;
}

function fill(
  engine: Liquid,
  { templates, placeholders, kept }: Ready,
  values: Record<string, unknown>,
  asLiteral: (text: string) => string,
): string {
  return renderTemplates(engine, templates, values, createBudget(engine))
    .split(new RegExp(`${wordOf(placeholders)}(\\d+)z`))
    .map((part, index) => (index % 2 === 1 ? kept[Number(part)] : asLiteral(part)))
    .join('');
}

/** A Liquid block, from its opening to its closing tag, has the number of its first placeholder. */
type Piece = { text: string; number?: string };

function topLevel(text: string, placeholders: Placeholders): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  let depth = 0;
  let first: { at: number; number: string } | undefined;
  for (const match of text.matchAll(new RegExp(placeholders.pattern, 'g'))) {
    const number = match[1]!;
    const { is } = roleAt(placeholders, number);
    if (depth === 0) {
      pieces.push({ text: text.slice(end, match.index) });
      first = { at: match.index, number };
    }
    if (is === 'open') depth += 1;
    if (is === 'close') depth -= 1;
    end = match.index + match[0].length;
    if (depth === 0 && first) pieces.push({ text: text.slice(first.at, end), number: first.number });
  }
  pieces.push({ text: text.slice(end) });
  return pieces;
}

import { analyzeSync, type Liquid } from 'liquidjs';
import { withFaultsOf } from './faults.ts';
import { createBudget, htmlEngine, plainEngine, renderTemplates } from './liquid.ts';
import { renderMarkdown } from './markdown.ts';
import { blockElements, detectMode, normalize } from './mode.ts';
import {
  faultAt,
  liftLiquid,
  type Placeholders,
  parseContent,
  restoreLiquid,
  roleAt,
} from './placeholders.ts';

/** What only a copy or a sent email has: Liquid that asks for it stays Liquid. */
const later: readonly string[] = [
  'subscriber',
  'email',
  'unsubscribe_url',
  'manage_subscription_url',
  'subscribe_url',
  'medium',
];

/**
 * A template with `values` filled in, as the source of an email: HTML whatever the template was, in which what speaks of
 * the reader is Liquid still, and in which no value can become Liquid. Throws DomainError('subject_invalid' |
 * 'body_invalid') with line, column and reason in the template.
 */
export function writeOut(
  template: { subject: string; body: string },
  values: Record<string, unknown>,
): { subject: string; body: string } {
  return {
    subject: withFaultsOf('subject', () => writeSubject(template.subject, values)),
    body: withFaultsOf('body', () => writeBody(template.body, values)),
  };
}

/** Longest subject that is made, in characters. */
const subjectLimit = 1000;

function writeSubject(source: string, values: Record<string, unknown>): string {
  const { text, placeholders } = liftLiquid(source);
  return fill(plainEngine, text, placeholders, values, literal =>
    literal
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .slice(0, subjectLimit)
      .toWellFormed()
      .replace(/\{(?=[{%]|$)/g, '{% raw %}{{% endraw %}'),
  ).trim();
}

function writeBody(source: string, values: Record<string, unknown>): string {
  const { text, placeholders } = liftLiquid(normalize(source));
  const { mode, text: marked } = detectMode(text, placeholders);
  const html = mode === 'markdown' ? renderMarkdown(marked, placeholders) : marked;
  const body = fill(htmlEngine, html, placeholders, values, literal =>
    literal.replace(/\{(?=[{%]|$)/g, '&#123;'),
  )
    // Markdown takes a value on a line of its own for a paragraph, whatever blocks the value brings.
    .replace(new RegExp(`<p>\\s*(?=<(?:${blockElements})\\b)`, 'g'), '')
    .replace(new RegExp(`(</(?:${blockElements})>)\\s*</p>`, 'g'), '$1')
    .trim();
  return body === '' ? '' : `<!-- buttondown-editor-mode: fancy -->\n${body}`;
}

// All that is filled in now is rendered in one go, since one tag may depend on another before it; what stays is a word
// that nothing else holds, until then.
function fill(
  engine: Liquid,
  text: string,
  placeholders: Placeholders,
  values: Record<string, unknown>,
  asLiteral: (text: string) => string,
): string {
  const kept: string[] = [];
  const deferred = new Set(later);
  const now = new Set(Object.keys(values));
  const word = `${placeholders.prefix}kept`;
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
        throw faultAt(
          placeholders,
          piece.number,
          `${own} is known for each reader only and ${shared} for all at once, so one piece of Liquid cannot hold both; part them`,
        );
      }
      return `${word}${kept.push(restoreLiquid(piece.text, placeholders)) - 1}z`;
    })
    .join('');
  const { templates } = parseContent(engine, filled, placeholders);
  return renderTemplates(engine, templates, values, createBudget(engine))
    .split(new RegExp(`${word}(\\d+)z`))
    .map((part, index) => (index % 2 === 1 ? kept[Number(part)] : asLiteral(part)))
    .join('');
}

/** A piece that is Liquid, from the tag that opens to the one that closes, has the number of its first placeholder. */
type Piece = { text: string; number?: string };

function topLevel(text: string, placeholders: Placeholders): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  let depth = 0;
  let first: { at: number; number: string } | undefined;
  for (const match of text.matchAll(new RegExp(placeholders.pattern, 'g'))) {
    const number = match[1] as string;
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

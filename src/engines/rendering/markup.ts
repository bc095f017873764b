import { Drop } from 'liquidjs';

/**
 * HTML from the author's own sanitised template (a `capture`, or a filter that escapes). In HTML text it is inserted unchanged. In filters,
 * comparisons and attributes it is its plain text.
 */
export class Markup extends Drop {
  readonly html: string;

  constructor(html: string) {
    super();
    this.html = html;
  }

  override valueOf(): string {
    return decodeEntities(this.html.replace(/<(?:"[^"]*"|[^">])*>/g, ''));
  }
}

/**
 * Returns a value as text: lists are concatenated, null is empty, and characters that a mail or an HTML page cannot contain are removed.
 */
export function plainText(value: unknown): string {
  const text = typeof value === 'string' ? value : stringify(value);
  if (!unclean.test(text)) return text;
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, '')
    .toWellFormed();
}

// One test replaces three replacements, because hardly any value contains such a character.
const unclean = /[\0-\x08\x0b-\x1f\x7f\ud800-\udfff]/;

function stringify(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Drop) return String(value.valueOf());
  if (Array.isArray(value)) return value.map(stringify).join('');
  return typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value);
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes for HTML text and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => entities[character]!);
}

export function toHtml(value: unknown): string {
  return value instanceof Markup ? value.html : escapeHtml(plainText(value));
}

/** Decodes the few entities that we write ourselves, and returns text. */
export function decodeEntities(html: string): string {
  if (!html.includes('&')) return html;
  return html
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;|&#34;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&nbsp;/g, '\u00a0')
    .replace(/&amp;/g, '&');
}

/** Returns HTML without its comments. */
export function stripComments(html: string): string {
  let rest = '';
  let end = 0;
  for (let start = html.indexOf('<!--'); start >= 0; start = html.indexOf('<!--', end)) {
    // A regular expression would search for the end of each unclosed comment.
    const close = html.indexOf('-->', start + 4);
    if (close < 0) break;
    rest += html.slice(end, start);
    end = close + 3;
  }
  return rest + html.slice(end);
}

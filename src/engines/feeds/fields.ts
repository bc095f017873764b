import { isUtf8 } from 'node:buffer';
import { readDate } from './dates.ts';
import { escapeMarkup, webAddress } from './markup/addresses.ts';
import { escapedMarkup, inlineMarkup, markupOfText, textOf } from './markup/content.ts';
import type { Element } from './markup/document.ts';
import { oneLine, plainText } from './markup/text.ts';

/** Maximum length of a title. */
const longestTitle = 1000;

/** Returns the direct children of `element` with one of the names, those of the first name first. */
export function childrenOf(element: Element, names: readonly string[]): Element[] {
  const found: Element[] = [];
  for (const name of names) {
    for (const child of element.children)
      if (typeof child !== 'string' && child.name === name) found.push(child);
  }
  return found;
}

/** Returns the first text that is not blank, trimmed. */
export function firstText(element: Element, names: readonly string[]): string {
  return firstOf(childrenOf(element, names), child => textOf(child).trim());
}

/** Returns the first non-empty text of the elements. */
export function firstOf(elements: Element[], read: (element: Element) => string): string {
  for (const element of elements) {
    const said = read(element);
    if (said !== '') return said;
  }
  return '';
}

/** Returns the first readable date. */
export function firstDate(element: Element, names: readonly string[]): string | null {
  for (const child of childrenOf(element, names)) {
    const date = readDate(textOf(child));
    if (date !== null) return date;
  }
  return null;
}

/** Returns an attribute, trimmed; empty if absent. Names are in lower case. */
export function attributeOf(element: Element, name: string): string {
  return element.attributes.get(name)?.trim() ?? '';
}

/** Returns the element's text in one line, for RSS and Atom. */
export function titleIn(element: Element): string {
  if (element.name.startsWith('atom:')) {
    const markup = kindOf(element) === 'text' ? escapeMarkup(textOf(element)) : atomMarkup(element);
    return oneLine(plainText(markup, false), longestTitle);
  }
  return oneLine(plainText(escapedMarkup(element), true), longestTitle);
}

/** Returns text of a JSON feed in one line. */
export function titleOfText(text: string): string {
  return oneLine(text, longestTitle);
}

/** Returns the element's text as HTML, for RSS, Atom and other vocabularies. */
export function markupIn(element: Element): string {
  if (element.name.startsWith('atom:')) return atomMarkup(element);
  if (element.name.startsWith('xhtml:') || element.name === 'body') return inlineMarkup(element);
  if (element.name === 'content:items') return firstOf(valuesIn(element), escapedMarkup);
  if (element.name === 'media:description' && attributeOf(element, 'type') !== 'html') {
    return markupOfText(textOf(element), true);
  }
  return escapedMarkup(element);
}

/** Returns the inline values of `content:items`, the older form of the content module of RSS 1.0. */
function valuesIn(element: Element): Element[] {
  const inner = element.children.filter(child => typeof child !== 'string');
  return [...childrenOf(element, ['rdf:value']), ...inner.flatMap(valuesIn)];
}

/** Returns as HTML a text construct or content of Atom 1.0 (RFC 4287 §3.1, §4.1.3) or 0.3, in any namespace. */
export function atomMarkup(element: Element): string {
  const kind = kindOf(element);
  if (kind === 'base64') {
    const type = attributeOf(element, 'type');
    if (type === '') return markupOfBytes(element);
    const text = Buffer.from(textOf(element), 'base64').toString('utf8');
    return atomMarkup({ ...element, children: [text], attributes: new Map([['type', type]]) });
  }
  if (kind === 'html') return escapedMarkup(element);
  if (kind === 'xhtml') return inlineMarkup(element);
  if (kind === 'other') return markupOfBytes(element);
  return markupOfText(textOf(element), false);
}

/** Decodes base64 of no type, or of one that is not a text type by name (RFC 4287 §4.1.3.3); empty if it is not text. */
function markupOfBytes(element: Element): string {
  const base64 = textOf(element);
  if (!/^[A-Za-z\d+/\s]+={0,2}\s*$/.test(base64)) return '';
  const bytes = Buffer.from(base64, 'base64');
  const text = bytes.toString('utf8');
  if (!isUtf8(bytes) || /[\0-\x08\x0e-\x1f]/.test(text)) return '';
  const isHtml = /<[a-z][^<>]*>/i.test(text);
  return isHtml ? escapedMarkup({ ...element, children: [text] }) : markupOfText(text, false);
}

function kindOf(element: Element): 'text' | 'html' | 'xhtml' | 'base64' | 'other' {
  const type = (attributeOf(element, 'type').toLowerCase().split(';')[0] ?? '').trim();
  const mode = attributeOf(element, 'mode').toLowerCase();
  if (mode === 'base64') return 'base64';
  if (type === 'html' || type === 'text/html') return 'html';
  if (mode === 'escaped' && (type === '' || type === 'application/xhtml+xml')) return 'html';
  if (type === 'xhtml' || /[/+]xml$/.test(type)) return 'xhtml';
  const isText = type === '' || type === 'text' || type.startsWith('text/');
  if (!isText) return 'other';
  return element.children.some(child => typeof child !== 'string') ? 'xhtml' : 'text';
}

/**
 * Returns the page that Atom links name: the alternate one, preferring HTML (RFC 4287 §4.2.7.2). Of several, which the RFC does not provide
 * for, the last counts, as in the widespread readers that overwrite one with the next.
 */
export function alternateOf(links: Element[]): string | null {
  const ranked = links
    .filter(link =>
      /^(?:alternate|http:\/\/www\.iana\.org\/assignments\/relation\/alternate)?$/i.test(rel(link)),
    )
    .map(link => ({
      url: webAddress(attributeOf(link, 'href') || textOf(link), link.base),
      rank: rankOf(link),
    }))
    .filter(({ url }) => url !== null)
    .sort((one, other) => other.rank - one.rank);
  return ranked.at(-1)?.url ?? null;
}

function rankOf(link: Element): number {
  const type = attributeOf(link, 'type').toLowerCase();
  if (/^(?:text\/html|application\/xhtml\+xml)/.test(type)) return 0;
  return type === '' ? 1 : 2;
}

export function rel(link: Element): string {
  return attributeOf(link, 'rel').toLowerCase();
}

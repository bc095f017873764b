import { absoluteMarkup, absoluteValue, escapeMarkup } from './addresses.ts';
import type { Element } from './document.ts';

/** Maximum length of an item's markup; the rest is cut. */
const longestMarkup = 5 * 1024 * 1024;

const empty = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/** Returns all text in the element. */
export function textOf(element: Element): string {
  let text = '';
  for (const child of element.children) text += typeof child === 'string' ? child : textOf(child);
  return text;
}

/** Returns the element's content as HTML, if its text is escaped markup: RSS, and `type="html"` of Atom. */
export function escapedMarkup(element: Element): string {
  return finished(withoutCdataMarks(written(element, element.base, text => text)), element.base);
}

/**
 * Returns the element's content as HTML, if it is markup itself: `type="xhtml"` of Atom, without its wrapping `div`. If there is no element
 * in it but text from a tag to a tag, it was escaped by mistake.
 */
export function inlineMarkup(element: Element): string {
  const elements = element.children.filter(child => typeof child !== 'string');
  const [only] = elements;
  const isWrapped = elements.length === 1 && only !== undefined && localName(only) === 'div';
  const hasOther = element.children.some(child => typeof child === 'string' && child.trim() !== '');
  const container = isWrapped && !hasOther ? only : element;
  const isText = container.children.every(child => typeof child === 'string');
  if (isText && /^<[a-z][^<>]*>.*>$/is.test(textOf(container).trim())) return escapedMarkup(container);
  return finished(written(container, container.base, escapeText), container.base);
}

/** Returns plain text as HTML; `keepsLines` keeps line breaks. */
export function markupOfText(text: string, keepsLines: boolean): string {
  const markup = escapeMarkup(text.trim());
  return (keepsLines ? markup.replace(/\r?\n/g, '<br>\n') : markup).slice(0, longestMarkup);
}

/** Returns HTML from outside a document, with absolute addresses. */
export function finished(markup: string, base: string): string {
  return absoluteMarkup(markup.trim().slice(0, longestMarkup), base);
}

function written(element: Element, base: string, write: (text: string) => string): string {
  let markup = '';
  for (const child of element.children) {
    markup += typeof child === 'string' ? write(child) : writtenWhole(child, base, write);
  }
  return markup;
}

function writtenWhole(element: Element, base: string, write: (text: string) => string): string {
  const name = localName(element);
  // Raw text in HTML: references would not be decoded there.
  const inner = written(element, base, /^(?:script|style)$/.test(name) ? text => text : write);
  const start = `<${name}${attributesOf(element, name, base)}>`;
  return empty.has(name) ? start + inner : `${start}${inner}</${name}>`;
}

function attributesOf(element: Element, tag: string, base: string): string {
  let markup = '';
  for (const [name, value] of element.attributes) {
    if (/^xmlns(?::|$)|^xml:(?:base|space)$|[^\w:.-]/.test(name)) continue;
    const own =
      element.base === base ? undefined : absoluteValue(tag, name, escapeMarkup(value), element.base);
    markup += ` ${name === 'xml:lang' ? 'lang' : name}="${own ?? escapeText(value).replace(/"/g, '&quot;')}"`;
  }
  return markup;
}

function localName(element: Element): string {
  return element.name.slice(element.name.indexOf(':') + 1).replace(/[^\w.-]/g, '');
}

/** Removes a CDATA section around text that is escaped already, or one CDATA section inside another. */
function withoutCdataMarks(markup: string): string {
  return markup.includes('<![CDATA[') ? markup.replaceAll('<![CDATA[', '').replaceAll(']]>', '') : markup;
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

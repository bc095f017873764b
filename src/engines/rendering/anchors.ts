import { decodeEntities } from './markup.ts';

/** Where in HTML the address of a link stands, between its quotation marks, and what it says. */
export type Anchor = { start: number; end: number; url: string };

// Quotation marks are taken in pairs, so nothing within an attribute's value is read as another attribute.
const anchor = /<a(?=\s)(?:[^>"]|"[^"]*")*?\shref="([^"]*)"/g;

/** The links of HTML as our own renderer writes it, in order; one whose tag is cut off by the text's end is none. */
export function findAnchors(html: string): Anchor[] {
  return Array.from(html.matchAll(anchor), ({ index, 0: whole, 1: value = '' }) => {
    const end = index + whole.length - 1;
    return { start: end - value.length, end, url: decodeEntities(value) };
  });
}

import { decodeEntities } from './markup.ts';

/** The position of a link's address in HTML, between its quotation marks, and its text. */
export type Anchor = { start: number; end: number; url: string };

// Quotation marks are matched in pairs, so the content of one attribute is never taken for another attribute.
const anchor = /<a(?=\s)(?:[^>"]|"[^"]*")*?\shref="([^"]*)"/g;

/** Finds the links in HTML from our own renderer, in order; a tag cut off at the end of the text does not count. */
export function findAnchors(html: string): Anchor[] {
  return Array.from(html.matchAll(anchor), ({ index, 0: whole, 1: value = '' }) => {
    const end = index + whole.length - 1;
    return { start: end - value.length, end, url: decodeEntities(value) };
  });
}

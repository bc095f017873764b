import { attributeOf, childrenOf } from './fields.ts';
import { textOf } from './markup/content.ts';
import type { Element } from './markup/document.ts';
import { oneLine, plainText } from './markup/text.ts';

const mostCategories = 100;
const longestCategory = 200;

/** Returns the categories of an item: those of RSS and Atom, subjects of Dublin Core, and comma-separated keywords. */
export function categoriesOf(item: Element): string[] {
  const named = childrenOf(item, ['category', 'atom:category', 'dc:subject']).map(
    element => textOf(element).trim() || attributeOf(element, 'label') || attributeOf(element, 'term'),
  );
  const keywords = childrenOf(item, ['media:keywords', 'itunes:keywords']).flatMap(element =>
    textOf(element).slice(0, 10_000).split(','),
  );
  return namedOnce([...named, ...keywords]);
}

/** Returns single-line names, without duplicates (ignoring case). */
export function namedOnce(names: string[]): string[] {
  const found = new Map<string, string>();
  for (const name of names) {
    const line = oneLine(plainText(name.slice(0, 2000), true), longestCategory);
    if (line !== '' && found.size < mostCategories && !found.has(line.toLowerCase()))
      found.set(line.toLowerCase(), line);
  }
  return [...found.values()];
}

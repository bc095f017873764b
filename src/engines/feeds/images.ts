import { enclosuresOf } from './enclosures.ts';
import { attributeOf, childrenOf } from './fields.ts';
import { webAddress } from './markup/addresses.ts';
import { textOf } from './markup/content.ts';
import type { Element } from './markup/document.ts';

/**
 * Returns the picture of an item: the widest Media RSS thumbnail, or else a picture among its files, or else one named by podcast or older
 * elements. Null if there is none.
 */
export function imageOf(item: Element): string | null {
  const groups = [item, ...childrenOf(item, ['media:group'])];
  const contents = groups.flatMap(group => childrenOf(group, ['media:content']));
  const thumbnails = [...groups, ...contents]
    .flatMap(group => childrenOf(group, ['media:thumbnail']))
    .toSorted((one, other) => widthOf(other) - widthOf(one));
  const others = childrenOf(item, ['itunes:image', 'googleplay:image', 'image', 'atom:image']);
  return (
    addressOf(thumbnails) ??
    [...enclosuresOf(item)].find(({ type }) => type.startsWith('image/'))?.url ??
    addressOf(contents.filter(content => attributeOf(content, 'medium').toLowerCase() === 'image')) ??
    addressOf(others)
  );
}

function addressOf(elements: Element[]): string | null {
  for (const element of elements) {
    const inner = childrenOf(element, ['url'])[0];
    const written =
      attributeOf(element, 'url') || attributeOf(element, 'href') || textOf(inner ?? element).trim();
    const url = webAddress(written, element.base);
    if (url !== null) return url;
  }
  return null;
}

function widthOf(element: Element): number {
  return Number.parseInt(attributeOf(element, 'width'), 10) || 0;
}

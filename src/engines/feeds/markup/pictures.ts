import { webAddress } from './addresses.ts';
import { decodeReferences } from './references.ts';

/** How much of an item's markup is searched. */
const searched = 256 * 1024;
const mostPictures = 100;

/**
 * Returns the address of the first picture in HTML with absolute addresses that is larger than a dot, as counters are; for pictures that
 * load late, the real one. Null if there is none.
 */
export function pictureIn(html: string): string | null {
  const start = /<img\s/gi;
  const text = html.slice(0, searched);
  for (let count = 0; count < mostPictures && start.test(text); count += 1) {
    const whole = /(?:"[^"]*"|'[^']*'|[^"'>])*>/y;
    whole.lastIndex = start.lastIndex - 1;
    const tag = whole.exec(text)?.[0] ?? '';
    const values = attributesIn(tag);
    if ([values.get('width'), values.get('height')].some(size => /^[0-2](?:px)?$/.test(size ?? ''))) continue;
    for (const name of ['data-src', 'data-lazy-src', 'data-original', 'src']) {
      // A base element makes relative addresses fail: they are absolute already.
      const url = webAddress(values.get(name) ?? '', 'about:blank');
      if (url !== null) return url;
    }
  }
  return null;
}

function attributesIn(tag: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [, name = '', double, single, bare] of tag.matchAll(
    /\s([a-z-]{1,30})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi,
  )) {
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, decodeReferences(double ?? single ?? bare ?? '').trim());
  }
  return values;
}

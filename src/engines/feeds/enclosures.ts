import type { Enclosure } from './feed.ts';
import { attributeOf, childrenOf, rel } from './fields.ts';
import { webAddress } from './markup/addresses.ts';
import { textOf } from './markup/content.ts';
import type { Element } from './markup/document.ts';

/**
 * Returns the first file of an item: RSS `enclosure`, Atom link with `rel="enclosure"`, then Media RSS (audio and video first), and last a
 * thumbnail.
 */
export function enclosureOf(item: Element): Enclosure | null {
  return enclosuresOf(item).next().value ?? null;
}

/** Yields all files of an item, in that order. */
export function* enclosuresOf(item: Element): Generator<Enclosure, undefined> {
  const links = childrenOf(item, ['atom:link', 'link']).filter(link => rel(link) === 'enclosure');
  const groups = [item, ...childrenOf(item, ['media:group'])];
  const contents = groups.flatMap(group => childrenOf(group, ['media:content']));
  const inside = [...groups, ...contents].flatMap(group => childrenOf(group, ['media:thumbnail']));
  const candidates = [
    ...childrenOf(item, ['enclosure', 'enc:enclosure', 'atom:enclosure']),
    ...links,
    ...contents.toSorted((one, other) => mediaRank(one) - mediaRank(other)),
    ...inside,
  ];
  for (const element of candidates) {
    const enclosure = enclosureIn(element);
    if (enclosure !== null) yield enclosure;
  }
}

/** Returns a file with its known properties; null without a web address. */
export function enclosureAt(address: string, base: string, type: string, length: string): Enclosure | null {
  const url = webAddress(address, base);
  if (url === null) return null;
  const bytes = /^\d{1,15}$/.test(length) ? Number(length) : 0;
  return {
    url,
    type: (type.toLowerCase() || mediaTypeOf(url)).slice(0, 200),
    length: bytes > 0 ? bytes : null,
  };
}

function enclosureIn(element: Element): Enclosure | null {
  const [url = '', type = '', length = ''] = [
    ['url', 'href', 'rdf:resource'],
    ['type', 'enc:type'],
    ['length', 'filesize', 'enc:length'],
  ].map(names => names.map(name => attributeOf(element, name)).find(value => value !== ''));
  return enclosureAt(url || textOf(element), element.base, type, length);
}

function mediaRank(content: Element): number {
  if (attributeOf(content, 'isdefault') === 'true') return 0;
  const kind =
    attributeOf(content, 'medium') ||
    attributeOf(content, 'type') ||
    mediaTypeOf(attributeOf(content, 'url'));
  return /^(?:audio|video)/i.test(kind) ? 1 : 2;
}

const types = new Map(
  Object.entries({
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    ogg: 'audio/ogg',
    opus: 'audio/opus',
    wav: 'audio/wav',
    aac: 'audio/aac',
    flac: 'audio/flac',
    mp4: 'video/mp4',
    m4v: 'video/mp4',
    mov: 'video/quicktime',
    webm: 'video/webm',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    png: 'image/png',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    svg: 'image/svg+xml',
    pdf: 'application/pdf',
    epub: 'application/epub+zip',
  }),
);

/** Returns the type by file extension; empty if that is unknown. */
export function mediaTypeOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return types.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase()) ?? '';
}

// The nesting rules of feeds, as far as they show where an unclosed element must have ended.

const entries = new Set(['item', 'entry', 'atom:entry']);

/** Items and entries: none contains another of its kind. */
export function isEntry(name: string): boolean {
  return entries.has(name);
}

const wholes = new Set(['content', 'atom:content', 'atom:summary', 'content:encoded']);

/** Elements that may contain anything, even whole feeds (RFC 4287 §4.1.3). */
export function holdsAnything(name: string): boolean {
  return wholes.has(name);
}

const texts = new Set([
  ...[
    'title',
    'link',
    'guid',
    'pubdate',
    'category',
    'comments',
    'enclosure',
    'ttl',
    'language',
    'copyright',
  ],
  ...[
    'generator',
    'dc:date',
    'dc:creator',
    'atom:id',
    'atom:title',
    'atom:updated',
    'atom:published',
    'atom:link',
  ],
]);
const siblings = new Set([
  ...texts,
  ...['item', 'entry', 'description', 'content:encoded', 'author', 'source', 'atom:entry', 'atom:content'],
  ...['atom:summary', 'atom:author'],
]);

/** Elements with only text in them, or nothing. */
export function holdsText(name: string): boolean {
  return texts.has(name);
}

/** The next element cannot be inside this one, only after it. */
export function endsBefore(name: string, next: string): boolean {
  return texts.has(name) && siblings.has(next);
}

/** Elements whose text is markup: an unmatched end tag is part of it. */
export function holdsMarkup(name: string): boolean {
  return name === 'description' || name === 'content:encoded';
}

// What feeds may hold in what, as far as it tells where an element must have ended that nobody closed.

const entries = new Set(['item', 'entry', 'atom:entry']);

/** An item or an entry: none is in another of its kind. */
export function isEntry(name: string): boolean {
  return entries.has(name);
}

const wholes = new Set(['content', 'atom:content', 'atom:summary', 'content:encoded']);

/** An element that may hold anything, whole feeds as well (RFC 4287 §4.1.3). */
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

/** An element with text in it, or nothing. */
export function holdsText(name: string): boolean {
  return texts.has(name);
}

/** The next element cannot stand in this one, only beside it. */
export function endsBefore(name: string, next: string): boolean {
  return texts.has(name) && siblings.has(next);
}

/** An element whose text is markup: an end tag without a beginning is a piece of it. */
export function holdsMarkup(name: string): boolean {
  return name === 'description' || name === 'content:encoded';
}

// These are the nesting rules of feeds, as far as they show where an unclosed element must have ended.

const entries = new Set(['item', 'entry', 'atom:entry']);

/** Whether this is an item or entry. None contains another of its kind. */
export function isEntry(name: string): boolean {
  return entries.has(name);
}

const wholes = new Set(['content', 'atom:content', 'atom:summary', 'content:encoded']);

/** Whether the element may contain anything, even whole feeds (RFC 4287 §4.1.3). */
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

/** Whether the element contains only text, or nothing. */
export function holdsText(name: string): boolean {
  return texts.has(name);
}

/** Whether the next element cannot be inside this one, only after it. */
export function endsBefore(name: string, next: string): boolean {
  return texts.has(name) && siblings.has(next);
}

/** Whether the element's text is markup, so that an unmatched end tag is part of it. */
export function holdsMarkup(name: string): boolean {
  return name === 'description' || name === 'content:encoded';
}

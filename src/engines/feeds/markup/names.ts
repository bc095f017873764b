// Namespaces by their addresses, without the parts that people write differently: scheme, www., case, trailing slash.
const namespaces = new Map(
  Object.entries({
    'w3.org/2005/atom': 'atom',
    'purl.org/atom/ns': 'atom',
    'purl.org/rss/1.0': '',
    'my.netscape.com/rdf/simple/0.9': '',
    'channel.netscape.com/rdf/simple/0.9': '',
    'my.netscape.com/publish/formats/rss-0.91.dtd': '',
    'backend.userland.com/rss': '',
    'backend.userland.com/rss2': '',
    'backend.userland.com/rss092': '',
    'blogs.law.harvard.edu/tech/rss': '',
    'cyber.law.harvard.edu/rss/rss.html': '',
    'w3.org/1999/02/22-rdf-syntax-ns': 'rdf',
    'purl.org/rss/1.0/modules/content': 'content',
    'purl.org/rss/1.0/modules/syndication': 'sy',
    'purl.oclc.org/net/rss_2.0/enc': 'enc',
    'purl.org/dc/elements/1.0': 'dc',
    'purl.org/dc/elements/1.1': 'dc',
    'purl.org/dc/terms': 'dcterms',
    'search.yahoo.com/mrss': 'media',
    'rssboard.org/media-rss': 'media',
    'tools.search.yahoo.com/mrss': 'media',
    'itunes.com/dtds/podcast-1.0.dtd': 'itunes',
    'example.com/dtds/podcast-1.0.dtd': 'itunes',
    'google.com/schemas/play-podcasts/1.0': 'googleplay',
    'rssnamespace.org/feedburner/ext/1.0': 'feedburner',
    'w3.org/1999/xhtml': 'xhtml',
    'w3.org/xml/1998/namespace': 'xml',
  }),
);

const wellKnown = new Set(namespaces.values());

/** The prefixes of an element; an inner scope inherits those of its outer one. */
export type Scope = ReadonlyMap<string, string>;

/** Returns the scope with the element's `xmlns` attributes added. */
export function widen(scope: Scope, attributes: ReadonlyMap<string, string>): Scope {
  let wider: Map<string, string> | undefined;
  for (const [name, value] of attributes) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    wider ??= new Map(scope);
    if (wider.size < 100) wider.set(name.slice('xmlns:'.length), spaceOf(value, name));
  }
  return wider ?? scope;
}

/**
 * Returns an element's name in lower case, with this reader's prefix for its namespace: `title` of RSS, `atom:title`, `dc:date`, whatever
 * prefix the feed uses. An undeclared prefix has its usual meaning.
 */
export function nameIn(scope: Scope, written: string): string {
  const colon = written.indexOf(':');
  const prefix = written.slice(0, Math.max(colon, 0));
  const local = written.slice(colon + 1);
  const space = scope.get(prefix) ?? (wellKnown.has(prefix) ? prefix : `${prefix}?`);
  return space === '' || (prefix === '' && space === '?') ? local : `${space}:${local}`;
}

function spaceOf(address: string, attribute: string): string {
  const plain = address
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/#]$/, '');
  // An unknown default namespace is treated as none.
  return namespaces.get(plain) ?? (attribute === 'xmlns' ? '' : '?');
}

import { sentence } from '../../platform/sentences/sentence.ts';
import { readAtomFeed, readEntry } from './atom.ts';
import { decode } from './decode.ts';
import type { Feed, FeedFormat, FeedSource } from './feed.ts';
import { attributeOf, childrenOf } from './fields.ts';
import { type Draft, identify } from './identity.ts';
import { readJsonFeed } from './json-feed.ts';
import { readJson } from './json-text.ts';
import { addressIn } from './markup/addresses.ts';
import { type Element, mostItems, readDocument, type XmlDocument } from './markup/document.ts';
import { noWish, readPolling } from './polling.ts';
import { podcasterOf, readChannel, readItem } from './rss.ts';

/** Maximum characters of all items: relative addresses and a long base could turn few into many. */
const mostText = 40 * 1024 * 1024;

export type ParsedFeed = { feed: Feed } | { fault: string };
type Parsed = Omit<Feed, 'items' | 'repairs'> & { drafts: Draft[] };

/**
 * Parses RSS 0.90 to 2.0, Atom 0.3 and 1.0 or JSON Feed, recognised by the content, not by the declared type, and lists the repairs. A
 * `fault` says why there is no feed. Never throws.
 */
export function parseFeed(document: Uint8Array, source: FeedSource): ParsedFeed {
  const decoded = decode(document, source.content_type ?? '');
  if ('fault' in decoded) return decoded;
  const text = decoded.text.trimStart();
  if (text === '') return { fault: sentence('documents.empty') };
  const repairs = new Set(decoded.repairs);
  if (/^\s+<\?xml/.test(decoded.text)) repairs.add(sentence('documents.text_before'));
  const base = addressIn(source.content_location ?? '', source.url) ?? source.url;
  const parsed = /^(?:\)\]\}'[^\n]{0,9}\n)?(?:\{|\[\s*[[{"\]])/.test(text)
    ? readJsonText(text, base, repairs)
    : readXmlText(text, base, repairs);
  return 'fault' in parsed ? parsed : { feed: finish(parsed, repairs) };
}

function finish({ drafts, ...feed }: Parsed, repairs: Set<string>): Feed {
  if (drafts.length > mostItems) repairs.add(sentence('documents.first_items', { most: mostItems }));
  const items = identify(drafts.slice(0, mostItems), repairs);
  return { ...feed, items, repairs: [...repairs] };
}

function readJsonText(text: string, base: string, repairs: Set<string>): Parsed | { fault: string } {
  const value = readJson(text, repairs);
  if (value === undefined) return { fault: sentence('documents.json_beyond_repair') };
  return readJsonFeed(value, base) ?? { fault: sentence('documents.json_no_feed') };
}

function readXmlText(text: string, base: string, repairs: Set<string>): Parsed | { fault: string } {
  let document = readDocument(text, base);
  if (isPage(document)) return { fault: sentence('documents.html_page') };
  let root = feedRootOf(document);
  if (root === undefined) {
    // A warning of some program with unclosed elements would hide the feed after it.
    const start = text.slice(1).search(/<\?xml\s|<(?:rss|rdf:rdf|feed|atom:feed)[\s>]/i);
    if (start >= 0) {
      repairs.add(sentence('documents.text_before'));
      document = readDocument(text.slice(start + 1), base);
      root = feedRootOf(document);
    }
  }
  if (root === undefined) return { fault: faultOf(document) };
  for (const fault of document.faults) repairs.add(fault);
  const all = document.entries.filter(({ name }) => (name === 'item') !== isAtom(root));
  const entries = all.filter(entry => !entry.is_cut);
  if (entries.length < all.length) repairs.add(sentence('documents.last_item'));
  const parsed = isAtom(root) ? atomIn(root, entries) : rssIn(root, entries, document);
  if (parsed.drafts.length < Math.min(entries.length, mostItems))
    repairs.add(sentence('documents.after_40_mb'));
  return parsed;
}

function atomIn(root: Element, entries: Element[]): Parsed {
  const drafts = readAll(entries, entry => readEntry(entry, root));
  const isOld =
    /^0/.test(attributeOf(root, 'version')) || namespacesOf(root).some(uri => /atom\/ns/.test(uri));
  return { format: isOld ? 'Atom 0.3' : 'Atom 1.0', ...readAtomFeed(root), drafts, polling: noWish };
}

function rssIn(root: Element, entries: Element[], document: XmlDocument): Parsed {
  const candidates = [...childrenOf(root, ['channel']), ...document.roots, root];
  const channel = candidates.find(({ name }) => name === 'channel') ?? root;
  const podcaster = podcasterOf(channel);
  const drafts = readAll(entries, item => readItem(item, podcaster));
  return { format: formatOfRss(root), ...readChannel(channel), drafts, polling: readPolling(channel) };
}

/** Reads all entries, up to one more than the maximum, which is enough to know that there are too many. */
function readAll(entries: Element[], read: (entry: Element) => Draft): Draft[] {
  const drafts: Draft[] = [];
  let length = 0;
  for (const entry of entries) {
    if (drafts.length > mostItems || length > mostText) break;
    const draft = read(entry);
    length += draft.content.length + draft.description.length;
    drafts.push(draft);
  }
  return drafts;
}

function formatOfRss(root: Element): FeedFormat {
  if (root.name.startsWith('rdf')) {
    const isFirst = namespacesOf(root).some(uri => /netscape\.com\/rdf\/simple\/0\.9/.test(uri));
    return isFirst && !namespacesOf(root).some(uri => /purl\.org\/rss\/1\.0\/?$/.test(uri))
      ? 'RSS 0.90'
      : 'RSS 1.0';
  }
  const version = attributeOf(root, 'version');
  if (/^0\.91/.test(version)) return 'RSS 0.91';
  return /^0\.9[2-9]/.test(version) ? 'RSS 0.92' : 'RSS 2.0';
}

function feedRootOf({ roots }: XmlDocument): Element | undefined {
  return roots.find(({ name }) => /^(?:rss|rdf:rdf|rdf|(?:atom:)?(?:feed|entry)|channel|item)$/.test(name));
}

function isAtom({ name }: Element): boolean {
  return /feed$|entry$/.test(name);
}

function isPage({ roots, doctype }: XmlDocument): boolean {
  const first = roots[0]?.name.replace('xhtml:', '') ?? '';
  return /^!?doctype\s+html/i.test(doctype) || /^(?:html|head|body|meta)$/.test(first);
}

function faultOf({ roots }: XmlDocument): string {
  const name = roots[0]?.name;
  if (name === undefined) return sentence('documents.neither');
  const shown = name
    .slice(name.startsWith('?') || name.includes('?:') ? name.indexOf(':') + 1 : 0)
    .slice(0, 40);
  return sentence('documents.xml_no_feed', { root: shown });
}

function namespacesOf(root: Element): string[] {
  return [...root.attributes]
    .filter(([name]) => name.startsWith('xmlns'))
    .map(([, value]) => value.toLowerCase());
}

import { categoriesOf } from './categories.ts';
import { enclosureOf } from './enclosures.ts';
import {
  alternateOf,
  atomMarkup,
  attributeOf,
  childrenOf,
  firstDate,
  firstOf,
  firstText,
  markupIn,
  titleIn,
} from './fields.ts';
import { type HubLinks, hubLinksIn } from './hub.ts';
import type { Draft } from './identity.ts';
import { imageOf } from './images.ts';
import { webAddress } from './markup/addresses.ts';
import type { Element } from './markup/document.ts';
import { pictureIn } from './markup/pictures.ts';
import { joinNames } from './people.ts';
import { mediaOf, namesIn } from './rss.ts';

const dates = [
  ...['published', 'issued', 'created'].flatMap(both),
  ...['dc:date', 'dcterms:issued', 'dcterms:created', 'pubdate'],
  ...['updated', 'modified'].flatMap(both),
  'dcterms:modified',
];

/** Reads the title, website and hub of the feed. */
export function readAtomFeed(feed: Element): { title: string; url: string | null } & HubLinks {
  return {
    title: titleOf(feed),
    url: alternateOf(childrenOf(feed, both('link'))),
    ...hubLinksIn(feed),
  };
}

/** Reads an entry of Atom 1.0 (RFC 4287) or 0.3. `feed` provides the authors for entries without their own (§4.2.1). */
export function readEntry(entry: Element, feed: Element): Draft {
  const description =
    firstOf(childrenOf(entry, both('summary')), atomMarkup) ||
    firstOf(mediaOf(entry, 'media:description'), markupIn) ||
    firstOf(childrenOf(entry, ['description', 'itunes:summary', 'dc:description']), markupIn);
  const content =
    firstOf(childrenOf(entry, both('content')), atomMarkup) ||
    firstOf(childrenOf(entry, ['content:encoded', 'xhtml:body', 'xhtml:div']), markupIn);
  return {
    guid: firstText(entry, both('id')) || null,
    url:
      webAddress(firstText(entry, ['feedburner:origlink']), entry.base) ??
      alternateOf(childrenOf(entry, both('link'))) ??
      sourceOf(entry),
    title: titleOf(entry) || firstOf(mediaOf(entry, 'media:title'), titleIn),
    description,
    content: content || description,
    publish_date: firstDate(entry, dates),
    author: authorOf(entry) || authorOf(childrenOf(entry, both('source'))[0] ?? entry) || authorOf(feed),
    enclosure: enclosureOf(entry),
    image: imageOf(entry) ?? pictureIn(content || description),
    categories: categoriesOf(entry),
  };
}

/** Returns the address of the content, if the content is not in the feed (RFC 4287 §4.1.3.2). */
function sourceOf(entry: Element): string | null {
  const [content] = childrenOf(entry, both('content'));
  return content === undefined ? null : webAddress(attributeOf(content, 'src'), content.base);
}

function authorOf(element: Element): string {
  return (
    joinNames(childrenOf(element, both('author')).flatMap(namesIn)) ||
    joinNames(childrenOf(element, ['dc:creator', 'itunes:author']).flatMap(namesIn))
  );
}

function titleOf(element: Element): string {
  // A feed without the namespace still counts as Atom.
  return firstOf(childrenOf(element, both('title')), title => titleIn({ ...title, name: 'atom:title' }));
}

function both(name: string): string[] {
  return [`atom:${name}`, name];
}

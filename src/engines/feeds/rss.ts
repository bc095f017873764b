import { categoriesOf } from './categories.ts';
import { enclosureOf } from './enclosures.ts';
import {
  alternateOf,
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
import { textOf } from './markup/content.ts';
import type { Element } from './markup/document.ts';
import { pictureIn } from './markup/pictures.ts';
import { isAddress, joinNames, nameOf } from './people.ts';

const titles = ['title', 'atom:title', 'media:title', 'dc:title', 'itunes:title'];
const contents = [
  ...['content:encoded', 'xhtml:body', 'xhtml:div', 'atom:content', 'content', 'fullitem', 'body'],
  'content:items',
];
const descriptions = [
  ...['description', 'atom:summary', 'itunes:summary', 'googleplay:description', 'dc:description'],
  ...['summary', 'itunes:subtitle'],
];
const dates = [
  ...[
    'pubdate',
    'dc:date',
    'dcterms:issued',
    'dcterms:created',
    'atom:published',
    'atom:issued',
    'published',
  ],
  ...['date', 'dcterms:date', 'atom:updated', 'dcterms:modified', 'atom:modified', 'updated'],
];
const links = ['link', 'atom:link'];

/** Reads the title, website and hub of the channel. */
export function readChannel(channel: Element): { title: string; url: string | null } & HubLinks {
  return {
    title: firstOf(childrenOf(channel, titles), titleIn),
    url: pageOf(channel),
    ...hubLinksIn(channel),
  };
}

/** Returns the author of a podcast, for episodes without their own; empty if the feed is not a podcast. */
export function podcasterOf(channel: Element): string {
  return joinNames(childrenOf(channel, ['itunes:author']).flatMap(namesIn));
}

/** Reads an item of RSS 0.90 to 2.0, with elements of modules and Atom. */
export function readItem(item: Element, podcaster: string): Draft {
  const guid = childrenOf(item, ['guid', 'atom:id'])
    .map(element => ({ element, text: textOf(element).trim() }))
    .find(({ text }) => text !== '');
  const about = attributeOf(item, 'rdf:about');
  const content = firstOf(childrenOf(item, contents), markupIn);
  const description =
    firstOf(childrenOf(item, descriptions), markupIn) ||
    firstOf(mediaOf(item, 'media:description'), markupIn);
  return {
    guid: guid?.text ?? (about === '' ? null : about),
    url:
      webAddress(firstText(item, ['feedburner:origlink']), item.base) ??
      pageOf(item) ??
      (guid && permalinkIn(guid.element)) ??
      webAddress(about, item.base),
    title: firstOf(childrenOf(item, titles), titleIn) || firstOf(mediaOf(item, 'media:title'), titleIn),
    description,
    content: content || description,
    publish_date: firstDate(item, dates),
    author: authorOf(item) || podcaster,
    enclosure: enclosureOf(item),
    image: imageOf(item) ?? pictureIn(content || description),
    categories: categoriesOf(item),
  };
}

/** Returns the Media RSS elements that describe the whole item; those in a `media:content` describe one picture. */
export function mediaOf(item: Element, name: string): Element[] {
  return [item, ...childrenOf(item, ['media:group'])].flatMap(group => childrenOf(group, [name]));
}

function pageOf(element: Element): string | null {
  for (const link of childrenOf(element, ['link'])) {
    const url = webAddress(textOf(link), link.base);
    if (url !== null) return url;
  }
  return alternateOf(childrenOf(element, links));
}

/** Returns the link in a guid. A guid is a link unless it says otherwise, or does not look like one and does not say that it is one. */
function permalinkIn(guid: Element): string | null {
  const says = attributeOf(guid, 'ispermalink').toLowerCase();
  const text = textOf(guid).trim();
  if (says === 'false' || (says !== 'true' && !/^https?:\/\//i.test(text))) return null;
  return webAddress(text, guid.base);
}

function authorOf(item: Element): string {
  const kinds = [
    ['author'],
    ['dc:creator'],
    ['atom:author'],
    ['itunes:author'],
    ['dc:author'],
    ['media:credit'],
  ];
  const named = kinds
    .map(kind => joinNames(childrenOf(item, kind).flatMap(namesIn)))
    .filter(names => names !== '');
  return named.find(names => !isAddress(names)) ?? named[0] ?? '';
}

/** Returns the person's name in the element, as text or, as in Atom, in child elements. */
export function namesIn(person: Element): string[] {
  const name = firstText(person, ['atom:name', 'name']);
  if (name !== '') return [nameOf(name)];
  if (!person.children.every(child => typeof child === 'string')) {
    return [nameOf(firstText(person, ['atom:email', 'email', 'itunes:email']))];
  }
  return [nameOf(textOf(person))];
}

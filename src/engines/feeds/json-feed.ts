import { namedOnce } from './categories.ts';
import { readDate } from './dates.ts';
import { enclosureAt } from './enclosures.ts';
import type { Feed } from './feed.ts';
import { titleOfText } from './fields.ts';
import type { Draft } from './identity.ts';
import { webAddress } from './markup/addresses.ts';
import { finished, markupOfText } from './markup/content.ts';
import { pictureIn } from './markup/pictures.ts';
import { withoutControls } from './markup/references.ts';
import { joinNames, nameOf } from './people.ts';
import { noWish } from './polling.ts';

type Fields = Record<string, unknown>;
type Parsed = Omit<Feed, 'items' | 'repairs'> & { drafts: Draft[] };

// A feed that says that it has expired is still fetched once a week, because some say so by mistake.
const weekOfMinutes = 10_080;

/** Reads a JSON Feed of version 1 or 1.1 (jsonfeed.org), or of an unknown version; null for other JSON. */
export function readJsonFeed(value: unknown, base: string): Parsed | null {
  if (!isObject(value) || !Array.isArray(value.items)) return null;
  const version = textOf(value.version);
  const isFeed = /jsonfeed\.org/i.test(version) || [value.title, value.home_page_url].some(isText);
  if (!isFeed) return null;
  return {
    format: /version\/1$/.test(version) ? 'JSON Feed 1.0' : 'JSON Feed 1.1',
    title: titleOfText(textOf(value.title)),
    url: webAddress(textOf(value.home_page_url), base),
    hub: hubIn(value.hubs, base),
    self: webAddress(textOf(value.feed_url), base),
    drafts: value.items.filter(isObject).map(item => readItem(item, value, base)),
    polling: value.expired === true ? { ...noWish, least_minutes: weekOfMinutes } : noWish,
  };
}

function readItem(item: Fields, feed: Fields, base: string): Draft {
  const summary = markupOfText(textOf(item.summary), true);
  const content =
    finished(textOf(item.content_html), base) || markupOfText(textOf(item.content_text), true) || summary;
  return {
    guid: textOf(item.id).trim() || null,
    url: webAddress(textOf(item.url), base) ?? webAddress(textOf(item.external_url), base),
    title: titleOfText(textOf(item.title)),
    description: summary,
    content,
    publish_date: readDate(textOf(item.date_published)) ?? readDate(textOf(item.date_modified)),
    author: authorsOf(item) || authorsOf(feed),
    enclosure: firstAttachment(item.attachments, base),
    image: imageIn(item, base) ?? pictureIn(content),
    categories: namedOnce(Array.isArray(item.tags) ? item.tags.map(textOf) : []),
  };
}

function hubIn(hubs: unknown, base: string): string | null {
  const list = Array.isArray(hubs) ? hubs.filter(isObject) : [];
  const hub = list.find(({ type }) => /^(?:websub|pubsubhubbub)$/i.test(textOf(type)));
  return webAddress(textOf(hub?.url), base);
}

function authorsOf(fields: Fields): string {
  const authors = Array.isArray(fields.authors) ? fields.authors : [];
  const names = [...authors, fields.author].map(author => textOf(isObject(author) ? author.name : author));
  return joinNames(names.map(nameOf));
}

function imageIn(item: Fields, base: string): string | null {
  const named = [item.image, item.banner_image].map(image => webAddress(textOf(image), base));
  const file = firstAttachment(
    (Array.isArray(item.attachments) ? item.attachments : []).filter(
      one => isObject(one) && /^image\//i.test(textOf(one.mime_type)),
    ),
    base,
  );
  return [...named, file?.url].find(url => typeof url === 'string') ?? null;
}

function firstAttachment(attachments: unknown, base: string): Draft['enclosure'] {
  for (const file of Array.isArray(attachments) ? attachments.filter(isObject) : []) {
    const enclosure = enclosureAt(textOf(file.url), base, textOf(file.mime_type), textOf(file.size_in_bytes));
    if (enclosure !== null) return enclosure;
  }
  return null;
}

/** Returns a text. Numbers are accepted, because ids often are numbers. */
function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? withoutControls(value).toWellFormed() : '';
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

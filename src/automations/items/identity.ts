import { hash as digest } from 'node:crypto';
import type { FeedItem } from '../../engines/feeds/feed.ts';
import { hour_ms } from '../../platform/durations.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

/** The traits of an item, each a hash of 48 bits; null for missing ones. */
export type Traits = { [Name in (typeof ownNames)[number] | (typeof sharedNames)[number]]: number | null };
const ownNames = ['id', 'link', 'path', 'title', 'date', 'content'] as const;
/** Traits that are equal in two feeds with the same post. The other hashes are specific to each feed. */
const sharedNames = ['post_guid', 'post_link_title', 'post_link_content', 'post_title_content'] as const;
const names = [...ownNames, ...sharedNames] as const;

/** An item that the feed had before. `traits` are all that it ever had. */
export type KnownItem = { key: number; traits: readonly number[] };

/** `has_guid`: the id is the feed's own; `is_bare`: it has neither a guid nor a link of its own. */
export type Arrival = { traits: Traits; has_guid: boolean; is_bare: boolean; publish_date: string | null };

/** `known` is the matching item; `doubt` says why a new item may be an old one. */
export type Identity = { is: 'known'; key: number } | { is: 'new'; doubt: string | null };

/** Content shorter than this may be the same in two different items. */
const tellingContent = 40;

/** How much of the content is compared. */
const longestContent = 100_000;

/** If more items than this share a trait, it proves nothing: all episodes may have the title "Weekly notes". */
const tellingBearers = 20;

/** How many traits of one item are kept: its title may change many times. */
const traitLimit = 100;

/** An item dated this long before the last fetch looks old, because that fetch would have shown it. */
const backdating = 48 * hour_ms;

/** The value that makes the traits of one feed differ from those of another: its `trait_seed`, or a number in previews. */
type Seed = string | number;

/** Returns the items of one response for classification. `known_traits` caches the traits of recurring ones. */
export function arrivalsOf(
  seed: Seed,
  items: readonly FeedItem[],
  known_traits = new Map<FeedItem, Traits>(),
): Arrival[] {
  return items.map(item => {
    const traits = known_traits.get(item) ?? traitsOf(seed, item);
    known_traits.set(item, traits);
    const { id_source, publish_date } = item;
    return { traits, has_guid: id_source === 'guid', is_bare: id_source === 'hash', publish_date };
  });
}

/** Returns the traits of an item of this feed. Links that differ only in scheme, `www.`, `utm_…` or case of the host are the same. */
export function traitsOf(seed: Seed, item: FeedItem): Traits {
  const link = item.url === null ? null : readLink(item.url);
  const content = wordsOf(item.content);
  const own = {
    id: item.id,
    link: link?.whole ?? null,
    path: link?.path ?? null,
    title: wordsOf(item.title) || null,
    date: item.publish_date,
    content: content.length < tellingContent ? null : content,
  };
  const page = own.path === null ? null : own.link;
  const shared = {
    // A guid such as "17" is unique only within its feed.
    post_guid: item.id_source === 'guid' && /^[a-z][\w+.-]*:.{8}/i.test(item.id) ? item.id : null,
    // A link alone is not enough: a link blog links to the page it writes about.
    post_link_title: both(page, own.title),
    post_link_content: both(page, own.content),
    post_title_content: both(own.title, own.content),
  };
  const trait = (name: string, value: string | null) => (value === null ? null : hash(`${name} ${value}`));
  return Object.fromEntries([
    ...ownNames.map(name => [name, trait(`${seed} ${name}`, own[name])]),
    ...sharedNames.map(name => [name, trait(name, shared[name])]),
  ]) as Traits;
}

function both(one: string | null, other: string | null): string | null {
  return one === null || other === null ? null : `${one} ${other}`;
}

/** Returns the traits as stored. */
export function traitList(traits: Traits): number[] {
  return names.flatMap(name => traits[name] ?? []);
}

/** Returns the traits of a known item and its current ones, which are dropped last. */
export function withTraits(known: readonly number[], traits: Traits): number[] {
  const now = traitList(traits);
  return [...known.filter(trait => !now.includes(trait)), ...now].slice(-traitLimit);
}

/**
 * Matches each item of a response, in order, with a known item or none. An item is matched by its id. If the candidate no longer appears
 * under its old id, it is matched by link, or by two of path, title, date and content; an item with only a title and content by its content
 * alone. A link alone is not enough if guid, title, date and content are all new. `read_before` is the time of the last fetch; an unknown
 * item dated well before that is doubtful.
 */
export function identify(
  arrivals: readonly Arrival[],
  known: readonly KnownItem[],
  read_before: Date | null,
): Identity[] {
  const bearers = bearersOf(known);
  const claimed = new Set<number>();
  const found = new Map<Arrival, number>();
  const claim = (arrival: Arrival, key: number | undefined) => {
    if (key === undefined) return;
    claimed.add(key);
    found.set(arrival, key);
  };
  const free = (trait: number | null) => {
    const keys = trait === null ? [] : (bearers.get(trait) ?? []);
    return keys.length > tellingBearers ? [] : keys.filter(key => !claimed.has(key));
  };
  const rest = () => arrivals.filter(arrival => !found.has(arrival));

  for (const arrival of arrivals) claim(arrival, free(arrival.traits.id)[0]);
  const byKey = new Map(known.map(one => [one.key, one]));
  const links = count(rest().map(arrival => arrival.traits.link));
  for (const arrival of rest()) {
    const { link, path } = arrival.traits;
    // A link that several items share, or the bare address of a site, identifies none of them.
    const bearing = link === null || path === null ? [] : (bearers.get(link) ?? []);
    if (bearing.length !== 1 || links.get(link) !== 1) continue;
    const [key] = free(link);
    if (key !== undefined && !isAnother(arrival, byKey.get(key) as KnownItem)) claim(arrival, key);
  }
  for (const arrival of rest()) claim(arrival, mostAlike(arrival, free, bearers, read_before));

  return arrivals.map(arrival => {
    const key = found.get(arrival);
    if (key !== undefined) return { is: 'known', key };
    return { is: 'new', doubt: doubtOf(arrival, free, read_before) };
  });
}

// "Today's edition": everything in it is new except the link.
function isAnother({ traits, has_guid }: Arrival, known: KnownItem): boolean {
  const said = [traits.title, traits.date, traits.content].filter(trait => trait !== null);
  return has_guid && said.length > 0 && !said.some(trait => known.traits.includes(trait));
}

type Free = (trait: number | null) => number[];

// The known item that shares two or more traits, one of which is unique to it. The photo of the day has the same words
// every day at different places, so an item dated after the last fetch is not matched by its words.
function mostAlike(
  { traits, is_bare, publish_date }: Arrival,
  free: Free,
  bearers: Map<number, number[]>,
  read_before: Date | null,
): number | undefined {
  const later =
    publish_date !== null && read_before !== null && Date.parse(publish_date) > read_before.getTime();
  const telling = later
    ? [traits.path, traits.date]
    : [traits.path, traits.title, traits.date, traits.content];
  const own = new Set(
    telling.filter(trait => trait !== null && bearers.get(trait)?.length === 1).flatMap(free),
  );
  const shared = count([traits.path, traits.title, traits.date, traits.content].flatMap(free));
  if (is_bare && traits.link === null && publish_date === null) {
    const alike = bearers.get(traits.content ?? -1)?.length === 1 ? free(traits.content) : [];
    if (alike.length === 1) return alike[0];
  }
  let best: number | undefined;
  for (const [key, times] of shared)
    if (times >= 2 && own.has(key) && times > (shared.get(best ?? -1) ?? 0)) best = key;
  return best;
}

function doubtOf({ traits, publish_date }: Arrival, free: Free, read_before: Date | null): string | null {
  const like = (['link', 'title', 'content', 'path', 'date'] as const).find(
    name => free(traits[name]).length > 0,
  );
  if (like !== undefined) return sentence('items.same_as_earlier', { what: like });
  const old =
    publish_date !== null &&
    read_before !== null &&
    Date.parse(publish_date) < read_before.getTime() - backdating;
  return old ? sentence('items.dated_long_before') : null;
}

function bearersOf(known: readonly KnownItem[]): Map<number, number[]> {
  const bearers = new Map<number, number[]>();
  for (const { key, traits } of known) {
    for (const trait of new Set(traits)) {
      const keys = bearers.get(trait);
      if (keys) keys.push(key);
      else bearers.set(trait, [key]);
    }
  }
  return bearers;
}

function count<Value>(values: readonly Value[]): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function readLink(address: string): { whole: string; path: string | null } | null {
  const url = URL.parse(address);
  if (url === null) return null;
  const query = [...url.searchParams].filter(([name]) => !/^(utm_\w+|fbclid|gclid|ref|source)$/i.test(name));
  const search = query.length === 0 ? '' : `?${new URLSearchParams(query.sort(byText))}`;
  const path = url.pathname.replace(/\/+$/, '') + search + url.hash;
  return { whole: url.host.replace(/^www\./, '') + path, path: path === '' ? null : path };
}

function byText(a: readonly string[], b: readonly string[]): number {
  return a.join() < b.join() ? -1 : 1;
}

function wordsOf(html: string): string {
  return html
    .slice(0, longestContent)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

function hash(text: string): number {
  return digest('sha1', text.toWellFormed(), 'buffer').readUIntBE(0, 6);
}

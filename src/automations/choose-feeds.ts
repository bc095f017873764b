import type { Database } from '../platform/database/connect.ts';
import { InputError } from '../platform/http/errors.ts';
import { withoutCredentials } from '../platform/safe-fetch/credentials.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import type { Automation, FeedRow, FollowedFeed } from './definition/automation.ts';
import { type FeedAddress, mostFeeds, readAddresses } from './definition/input.ts';
import { setFeeds } from './definition/queries.ts';
import type { FirstLook } from './feeds/first-look.ts';
import { type StoreContext, storeAnswer } from './feeds/store-answer.ts';

/** A feed to follow: one that is followed already, or a new address. */
type WantedFeed = FollowedFeed | FeedAddress;

/**
 * Returns the feeds that a change requests. `url` replaces the first feed, `urls` all of them; a value that is already set is not a change,
 * because clients send back whole objects.
 */
export function chooseFeeds(
  present: readonly FollowedFeed[],
  { url, urls }: { url?: string | undefined; urls?: string[] | undefined },
): WantedFeed[] {
  const known = (address: FeedAddress): WantedFeed =>
    present.find(feed => addressesOf(feed).includes(address.url)) ?? address;
  const [first] = readAddresses({ url }).map(known);
  const listed = readAddresses({ urls }).map(known);
  const all = urls === undefined || isSame(listed, present) ? present : listed;
  if (first === undefined || isSame([first], present.slice(0, 1))) return [...new Set(all)];
  const whole = [...new Set([first, ...(all === present ? all.slice(1) : all)])];
  if (whole.length > mostFeeds)
    throw new InputError(['urls'], sentence('input.most_feeds_with_url', { most: mostFeeds }));
  return whole;
}

/** These addresses, with the passwords of the feeds that the automation already follows. */
export function withPasswords(addresses: readonly FeedAddress[], { feeds }: Automation): FeedAddress[] {
  return addresses.map(({ url, field }) => ({
    url: feeds.find(feed => addressesOf(feed).includes(url))?.fetch_url ?? url,
    field,
  }));
}

/** Whether these are the feeds that an automation follows, in order. */
export function isSame(wanted: readonly WantedFeed[], present: readonly FollowedFeed[]): boolean {
  return wanted.length === present.length && wanted.every((one, at) => one === present[at]);
}

/** Returns the addresses by which clients know a feed: original or current, with or without the password. */
function addressesOf({ fetch_url, asked_url }: FollowedFeed): string[] {
  return [fetch_url, asked_url].flatMap(one => [one, withoutCredentials(one)]);
}

type Following = {
  wanted: readonly WantedFeed[];
  /** The results of fetching the new addresses, with the feeds found there. */
  looks: readonly FirstLook[];
  added: readonly FeedRow[];
  skip_old_items: boolean;
  now: Date;
};

/**
 * Makes the automation follow exactly these feeds, in order. The items of newly followed ones are their baseline. `trx`
 * holds all of them locked.
 */
export async function followFeeds(
  trx: Database,
  context: StoreContext,
  automation_key: number,
  { wanted, looks, added, skip_old_items, now }: Following,
): Promise<void> {
  const keys = wanted.flatMap(one => {
    if ('key' in one) return one.key;
    return added[looks.findIndex(({ field }) => field === one.field)]?.key ?? [];
  });
  await setFeeds(trx, automation_key, [...new Set(keys)], skip_old_items ? 'irrelevant' : 'queued', now);
  const settled = new Set<number>();
  for (const [at, feed] of added.entries()) {
    if (!settled.has(feed.key)) await storeAnswer(trx, context, feed, looks[at]!.answer, { is_first: true });
    settled.add(feed.key);
  }
}

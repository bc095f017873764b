import type { FeedItem } from '../../engines/feeds/feed.ts';
import { type DatedItem, findWithdrawn, type Judgement, judgeAge } from './age.ts';
import { type Arrival, identify, type Traits } from './identity.ts';
import { isSurge } from './item.ts';

/** The facts about a feed before its next response. */
export type Past = {
  /** Time of the last fetch; null before its first response. */
  read_before: Date | null;
  /** The feed's items that share a trait with an item in this response, and those of its last response. */
  known: readonly DatedItem[];
  /** The keys of the items of its last response, in order; null if unknown. */
  shown: readonly number[] | null;
};

/** A classified item of a response. `publish_date` is the feed's, or else the date when the item was first seen. */
export type ReadItem = {
  item: FeedItem;
  traits: Traits;
  judgement: Judgement;
  publish_date: string;
  known: DatedItem | undefined;
};

/** The part of an item on which followers decide. `place`: the item's position in the response. */
export type Entry = Pick<ReadItem, 'judgement'> &
  Pick<FeedItem, 'title' | 'author' | 'categories'> & { place: number };

/** The classified items of a response, and what follows from them. */
export type Reading = {
  /** Its items, in order. */
  items: ReadItem[];
  /** The keys of items of the last response that are missing from this one. */
  withdrawn: number[];
  /** How many items are new. */
  fresh: number;
  is_surge: boolean;
  /** The items again, oldest first. */
  order: Entry[];
};

/** Compares a response with the facts about the feed. Pure: used for real responses and previews alike. */
export function readAnswer(
  found: readonly FeedItem[],
  arrivals: readonly Arrival[],
  past: Past,
  now: Date,
): Reading {
  const known = new Map(past.known.map(one => [one.key, one]));
  const identities = identify(arrivals, past.known, past.read_before);
  const placed = found.map(({ publish_date }, at) => ({
    publish_date,
    identity: identities[at] as (typeof identities)[number],
  }));
  const context = { ...past, items: placed, known };
  const judgements = judgeAge(context);
  const items = found.map((item, at) => {
    const judgement = judgements[at] as Judgement;
    const old = judgement.is === 'known' ? known.get(judgement.key) : undefined;
    return {
      item,
      judgement,
      traits: (arrivals[at] as Arrival).traits,
      known: old,
      publish_date: item.publish_date ?? old?.publish_date ?? now.toISOString(),
    };
  });
  return {
    items,
    withdrawn: findWithdrawn(context, judgements),
    fresh: judgements.filter(judgement => judgement.is === 'new').length,
    is_surge: isSurge(judgements),
    order: oldestFirst(items.map((one, place) => ({ ...one, place }))).map(({ item, judgement, place }) => {
      const { title, author, categories } = item;
      return { judgement, title, author, categories, place };
    }),
  };
}

/** Sorts items, oldest first. Feeds list the latest first, so of two with the same date the lower one is older. */
export function oldestFirst<One extends Pick<ReadItem, 'publish_date'>>(items: readonly One[]): One[] {
  return items
    .map((one, at) => ({ one, at, time: Date.parse(one.publish_date) }))
    .sort((a, b) => a.time - b.time || b.at - a.at)
    .map(({ one }) => one);
}

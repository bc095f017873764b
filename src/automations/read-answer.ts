import type { FeedItem } from '../engines/feeds/feed.ts';
import { type DatedItem, findWithdrawn, type Judgement, judgeAge } from './age.ts';
import { type Arrival, identify, type Traits } from './identity.ts';

/** What is known of a feed when it answers again. */
export type Past = {
  /** When it was last read; null before its first answer. */
  read_before: Date | null;
  /** Its items that have a trait of one in this answer, and those of its last answer. */
  known: readonly DatedItem[];
  /** The keys of the items of its last answer, in its order; null when that is not known. */
  shown: readonly number[] | null;
};

/** An item of an answer with what it is. `publish_date` is that of the feed, else when it was first seen. */
export type ReadItem = {
  item: FeedItem;
  traits: Traits;
  judgement: Judgement;
  publish_date: string;
  known: DatedItem | undefined;
};

/** What an answer says, in its order, and the keys of those items of the last one that were withdrawn since. */
export type Reading = { items: ReadItem[]; withdrawn: number[] };

/** Reads an answer against what is known of the feed. Pure: what real answers and those of a preview go by alike. */
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
  return {
    withdrawn: findWithdrawn(context, judgements),
    items: found.map((item, at) => {
      const judgement = judgements[at] as Judgement;
      const old = judgement.is === 'known' ? known.get(judgement.key) : undefined;
      return {
        item,
        judgement,
        traits: (arrivals[at] as Arrival).traits,
        known: old,
        publish_date: item.publish_date ?? old?.publish_date ?? now.toISOString(),
      };
    }),
  };
}

/** Oldest first; a feed lists the latest first, so of two with one date the lower one is the older. */
export function oldestFirst<One extends Pick<ReadItem, 'publish_date'>>(items: readonly One[]): One[] {
  return items
    .map((one, at) => ({ one, at, time: Date.parse(one.publish_date) }))
    .sort((a, b) => a.time - b.time || b.at - a.at)
    .map(({ one }) => one);
}

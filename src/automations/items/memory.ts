import type { FeedItem } from '../../engines/feeds/feed.ts';
import type { DatedItem } from './age.ts';
import { arrivalsOf, type Traits, traitList, withTraits } from './identity.ts';
import { paceItems } from './pace.ts';
import { type Reading, readAnswer } from './read-answer.ts';

/** A feed as a preview remembers it, in place of the database, which remembers real ones (take-in.ts). */
export type Memory = {
  /** Compares a response with what is remembered; `read_before` is the time of the last fetch. */
  read(found: FeedItem[], date: Date, read_before: Date | null): Reading;
  /** Stores the items of a response and returns the key of each: from 0 on, in order of first appearance. */
  write(reading: Reading, date: Date): number[];
  /** The publish dates of the items that the feed last showed. */
  publishDates(): string[];
};

/** `feed` distinguishes the feed from others of one preview. */
export function openMemory(feed = 0): Memory {
  const known: DatedItem[] = [];
  const bearers = new Map<number, Set<number>>();
  const known_traits = new Map<FeedItem, Traits>();
  let shown: number[] | null = null;

  function remember(one: DatedItem): void {
    known[one.key] = one;
    for (const trait of one.traits) {
      const keys = bearers.get(trait);
      if (keys) keys.add(one.key);
      else bearers.set(trait, new Set([one.key]));
    }
  }

  /** Returns the items that share a trait with one of these, and those shown last, as the database would find them. */
  function akin(traits: ReadonlySet<number>): DatedItem[] {
    const keys = new Set([...traits].flatMap(trait => [...(bearers.get(trait) ?? [])]));
    const alike = [...keys].filter(key => known[key]?.traits.some(trait => traits.has(trait)));
    return [...new Set([...alike, ...(shown ?? [])])].sort((a, b) => a - b).map(key => known[key]!);
  }

  return {
    read(found, date, read_before) {
      const arrivals = arrivalsOf(feed, found, known_traits);
      const traits = new Set(arrivals.flatMap(arrival => traitList(arrival.traits)));
      return readAnswer(found, arrivals, { read_before, known: akin(traits), shown }, date);
    },
    write({ items }, date) {
      shown = items.map(({ traits, publish_date, known: old }) => {
        const one = old
          ? { ...old, traits: withTraits(old.traits, traits), publish_date }
          : {
              key: known.length,
              traits: traitList(traits),
              publish_date,
              first_seen_date: date.toISOString(),
            };
        remember(one);
        return one.key;
      });
      return shown;
    },
    publishDates: () => {
      const last = known.toSorted(
        (a, b) => Date.parse(b.first_seen_date) - Date.parse(a.first_seen_date) || a.key - b.key,
      );
      return last.slice(0, paceItems).map(({ publish_date }) => publish_date);
    },
  };
}

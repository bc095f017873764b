import type { FeedItem } from '../../engines/feeds/feed.ts';
import { bytesOf, type Packed, pack, unpack } from '../../platform/threads/packed.ts';
import type { OnNextPoll } from '../definition/automation.ts';
import { type ItemFilters, openFilters } from '../definition/item-filters.ts';
import type { DatedItem } from '../items/age.ts';
import { type Arrival, arrivalsOf, traitList, withTraits } from '../items/identity.ts';
import { admit, type ItemState } from '../items/item.ts';
import type { ItemContent } from '../items/queries.ts';
import { type Entry, type ReadItem, type Reading, readAnswer } from '../items/read-answer.ts';
import type { ChangedFeedItem, NewFeedItem } from './queries.ts';

/** A feed's response, and what is known about the feed: `known` is the result of findKnownItems. */
export type Response = {
  feed_key: number;
  items: Packed<FeedItem[]>;
  /** The arrivals that `recognise` returned. */
  arrivals: Packed<Arrival[]>;
  known: string;
  shown: readonly number[] | null;
  read_before: Date | null;
  now: Date;
  /** Whether the content of new items is stored. */
  is_content_wanted: boolean;
};

/**
 * The content of a response as data that can be passed on: with the rows to insert and to update (JSON), or null if there are none, and the
 * keys of the items, in order; null for those to insert.
 */
export type Judged = Omit<Reading, 'items' | 'order'> & {
  order: Packed<Entry[]>;
  inserted: Uint8Array | null;
  updated: Uint8Array | null;
  keys: (number | null)[];
};

type Meeting = {
  key: number;
  item_filters: ItemFilters;
  on_next_poll: OnNextPoll;
  every: boolean;
};

/** An item that an automation sees for the first time. */
export type MetItem = ItemState & { item_key: number; title: string };

/** The steps that take long for a large response. They are pure: everything goes in and comes out as data. */
export const takeInWork = {
  /** Returns the traits by which the items of a response are recognised; `traits` is an array as PostgreSQL writes it. */
  recognise(trait_seed: string, items: Packed<FeedItem[]>): { traits: string; arrivals: Packed<Arrival[]> } {
    const arrivals = arrivalsOf(trait_seed, unpack(items));
    const traits = arrivals.flatMap(arrival => traitList(arrival.traits));
    return { traits: `{${[...new Set(traits)].join()}}`, arrivals: pack(arrivals) };
  },

  /** Compares a response with what is known. */
  judge(response: Response): Judged {
    const { shown, read_before, now } = response;
    const known: DatedItem[] = JSON.parse(response.known);
    const past = { read_before, known, shown };
    const { items, order, ...rest } = readAnswer(
      unpack(response.items),
      unpack(response.arrivals),
      past,
      now,
    );
    const keys = items.map(one => one.known?.key ?? null);
    return { ...rest, ...rowsOf(items, response), keys, order: pack(order) };
  },

  /**
   * Decides what each automation does with the items that it has not seen (`met`, from settleItems, lists those it has), oldest first. An
   * automation that mails each item mails at most `usual` of one response, or `most` of its first.
   */
  admit(
    { order, is_surge: surge }: Pick<Judged, 'order' | 'is_surge'>,
    keys: readonly number[],
    met: string,
    { followers, usual, most }: { followers: readonly Meeting[]; usual: number; most: number },
  ): MetItem[][] {
    const entries = unpack(order);
    const known: Record<number, number[]> = JSON.parse(met);
    return followers.map(({ key, item_filters, on_next_poll, every }) => {
      const seen = new Set(known[key]);
      const unmet = entries.filter(({ place }) => !seen.has(keys[place] as number));
      const states = admit(
        unmet.map(({ judgement }) => judgement),
        {
          on_next_poll,
          every,
          surge,
          refusals: unmet.map(openFilters(item_filters)),
          most: on_next_poll === null ? usual : most,
        },
      );
      return unmet.map(({ place, title }, at) => ({
        item_key: keys[place] as number,
        title,
        ...(states[at] as ItemState),
      }));
    });
  },
};

function rowsOf(
  items: readonly ReadItem[],
  { feed_key, now, is_content_wanted }: Response,
): Pick<Judged, 'inserted' | 'updated'> {
  const inserted: NewFeedItem[] = [];
  const updated: ChangedFeedItem[] = [];
  for (const { item, traits, publish_date, known } of items) {
    const row = { url: item.url ?? '', title: item.title, publish_date };
    if (known === undefined)
      inserted.push({
        ...row,
        feed_key,
        traits: traitList(traits),
        first_seen_date: now.toISOString(),
        content: is_content_wanted ? contentOf(item) : null,
      });
    else
      updated.push({
        ...row,
        key: known.key,
        traits: traitList(traits).every(trait => known.traits.includes(trait))
          ? known.traits
          : withTraits(known.traits, traits),
        content: contentOf(item),
      });
  }
  return {
    inserted: inserted.length === 0 ? null : bytesOf(inserted),
    updated: updated.length === 0 ? null : bytesOf(updated),
  };
}

function contentOf({ description, content, author, enclosure, image, categories }: FeedItem): ItemContent {
  return { description, content, author, enclosure, image, categories };
}

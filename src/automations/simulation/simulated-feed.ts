import type { FeedItem } from '../../engines/feeds/feed.ts';
import { minute_ms } from '../../platform/durations.ts';
import type { OnNextPoll } from '../definition/automation.ts';
import type { ItemFilters } from '../definition/item-filters.ts';
import { takeInWork } from '../feeds/take-in-work.ts';
import { traitList, withTraits } from '../items/identity.ts';
import { type ItemState, withdrawnReason } from '../items/item.ts';
import { openMemory } from '../items/memory.ts';
import { usualItems } from '../items/pace.ts';
import type { ReadItem, Reading } from '../items/read-answer.ts';

export type SimulatedItem = ItemState & {
  feed: number;
  item: FeedItem;
  traits: readonly number[];
  publish_date: string;
  first_seen_date: Date;
  /** Since when the item has been queued. */
  queued_date: Date | null;
};

type Settings = {
  skip_old_items: boolean;
  item_filters: ItemFilters;
  emails_per_poll: number;
  /** How often the feed is fetched between responses; null: not at all. */
  poll_minutes: number | null;
  /** Whether each item gets an email of its own. */
  every: boolean;
};

/** How the simulation reacts to the items of a feed. */
type Listener = {
  /** Called when the automation sees an item for the first time. */
  add(item: SimulatedItem): void;
  /** Called for each item of a response, whether it is new or not. */
  note(item: SimulatedItem): void;
};

/** A feed in a simulation, with a memory instead of the database. */
export type SimulatedFeed = {
  /** Whether the feed has been read, so that its baseline is known. */
  wasRead(): boolean;
  /** Takes in a response, as a poll does. */
  takeIn(found: FeedItem[], date: Date): void;
  /** Notes that the feed was fetched and had nothing new. Changes nothing before its first response. */
  noteFetch(date: Date): void;
};

/** Opens the feed at this position among those that the automation follows. */
export function openSimulatedFeed(
  number: number,
  { skip_old_items, item_filters, emails_per_poll, poll_minutes, every }: Settings,
  { add, note }: Listener,
): SimulatedFeed {
  const memory = openMemory(number);
  /** The items that the automation has seen, by the keys of the memory. */
  const met: SimulatedItem[] = [];
  const withdrawn = new Set<number>();
  let read_before: Date | null = null;
  let on_next_poll: OnNextPoll = skip_old_items ? 'irrelevant' : 'queued';

  return {
    wasRead: () => read_before !== null,
    noteFetch(date) {
      if (read_before !== null && read_before < date) read_before = date;
    },
    takeIn(found, date) {
      const step = poll_minutes === null ? Number.POSITIVE_INFINITY : poll_minutes * minute_ms;
      const previous = read_before && new Date(Math.max(read_before.getTime(), date.getTime() - step));
      const reading = memory.read(found, date, previous);
      const usual =
        reading.fresh <= emails_per_poll || previous === null
          ? emails_per_poll
          : usualItems(emails_per_poll, memory.publishDates(), date.getTime() - previous.getTime());
      renew(reading);
      const keys = memory.write(reading, date);
      settle(reading.withdrawn, keys, date);
      meet(reading, keys, usual, date);
      read_before = date;
      on_next_poll = null;
    },
  };

  /** Notes the changes in items that the automation has seen. */
  function renew({ items }: Reading): void {
    for (const { item, traits, publish_date, known } of items) {
      const one = known && met[known.key];
      if (one) Object.assign(one, { item, publish_date, traits: withTraits(one.traits, traits) });
    }
  }

  /** Decides, as the automation does, on the items with these keys that it has not seen yet. */
  function meet(reading: Reading, keys: number[], usual: number, date: Date): void {
    const seen = JSON.stringify({ 0: keys.filter(key => met[key] !== undefined) });
    const follower = { key: 0, item_filters, on_next_poll, every };
    const [admitted = []] = takeInWork.admit(reading, keys, seen, {
      usual,
      most: emails_per_poll,
      followers: [follower],
    });
    const states = new Map(admitted.map(({ item_key, status, reason }) => [item_key, { status, reason }]));
    for (const [at, key] of keys.entries()) {
      const state = states.get(key);
      if (!state) continue;
      met[key] = newItem(number, reading.items[at] as ReadItem, state, date);
      add(met[key]);
    }
    for (const key of keys) note(met[key] as SimulatedItem);
  }

  /** Skips withdrawn items until the feed has them again. */
  function settle(gone: number[], there: number[], date: Date): void {
    for (const key of gone) {
      const item = met[key] as SimulatedItem;
      if (item.status !== 'queued') continue;
      withdrawn.add(key);
      item.status = 'skipped';
      item.reason = withdrawnReason;
    }
    for (const key of there.filter(one => withdrawn.delete(one)))
      Object.assign(met[key] as SimulatedItem, { status: 'queued', reason: '', queued_date: date });
  }
}

function newItem(
  feed: number,
  { item, traits, publish_date }: ReadItem,
  state: ItemState,
  date: Date,
): SimulatedItem {
  return {
    feed,
    item,
    traits: traitList(traits),
    publish_date,
    first_seen_date: date,
    queued_date: state.status === 'queued' ? date : null,
    ...state,
  };
}

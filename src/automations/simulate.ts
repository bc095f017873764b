import { setImmediate as pause } from 'node:timers/promises';
import type { FeedItem } from '../engines/feeds/feed.ts';
import { type Cadence, nextRun } from './cadence.ts';
import { traitList, withTraits } from './identity.ts';
import { digestLimit, type ItemState, type OnNextPoll, tooManyForDigest, withdrawnReason } from './item.ts';
import type { ItemFilters } from './item-filters.ts';
import { leaveOut } from './leave-out.ts';
import { type Memory, openMemory } from './memory.ts';
import type { ReadItem, Reading } from './read-answer.ts';
import { type Store, takeInto } from './take-in-steps.ts';
import { type Judged, judge, takeInWork } from './take-in-work.ts';

const minute = 60_000;

/** A feed's response at a time; `feed` is its position among those the automation follows. */
export type Answer = { feed: number; date: Date; items: FeedItem[] };

export type SimulatedItem = ItemState & {
  feed: number;
  item: FeedItem;
  traits: readonly number[];
  publish_date: string;
  first_seen_date: Date;
  /** Since when it has been queued. */
  queued_date: Date | null;
};

export type SimulatedEmail = { date: Date; items: SimulatedItem[] };

export type Simulation = {
  cadence: Cadence;
  timezone: string;
  /** An inactive automation has its baseline and mails nothing. */
  status: 'active' | 'inactive';
  skip_old_items: boolean;
  hold_minutes: number;
  item_filters: ItemFilters;
  /** The titles of the feeds, by position. */
  feed_titles: readonly string[];
  emails_per_poll: number;
  /** How often the feed is fetched between these responses, which contain everything that is new; null: not at all. */
  poll_minutes: number | null;
  /** The status of each of these items, oldest first, when an email is made from them. */
  write: (items: SimulatedItem[]) => Promise<ItemState[]>;
};

/**
 * What an automation that starts with the first response of each feed would have done up to `until`, by the same rules
 * as real ones (take-in-steps.ts, item.ts, leave-out.ts, cadence.ts): the emails, and the status of each item. `answers`
 * are in the order of their dates.
 */
export async function simulate(
  settings: Simulation,
  answers: readonly Answer[],
  until: Date,
): Promise<{ emails: SimulatedEmail[]; items: SimulatedItem[] }> {
  const { cadence, timezone, status, emails_per_poll, poll_minutes, write } = settings;
  const items: SimulatedItem[] = []; // in order of first appearance
  const feeds = settings.feed_titles.map((_, feed) => openSimulatedFeed(feed));
  const bearers = new Map<number, SimulatedItem[]>();
  const emails: SimulatedEmail[] = [];
  const every = cadence.cadence === 'every';
  const hold = settings.hold_minutes * minute;
  let due = answers[0] ? nextRun(cadence, timezone, answers[0].date) : null;

  for (const [at, { feed, date, items: found }] of answers.entries()) {
    await pause(); // so that other requests are served
    if (status === 'active') await runUntil(new Date(date.getTime() - 1));
    const first = feeds[feed] as SimulatedFeed;
    if (status === 'active' || first.read_before === null) await takeIn(first, found, date);
    // Responses of several feeds at the same time are processed before anything is mailed.
    if (status === 'active' && answers[at + 1]?.date.getTime() !== date.getTime()) await runUntil(date);
  }
  if (status === 'active') await runUntil(until);
  return { emails, items };

  async function runUntil(end: Date): Promise<void> {
    if (every) return mailWaiting(end);
    for (; due !== null && due <= end; due = nextRun(cadence, timezone, due)) {
      asked(due);
      const waiting = queued();
      for (const item of waiting.slice(0, -digestLimit)) {
        item.status = 'held';
        item.reason = tooManyForDigest;
      }
      if (waiting.length > 0) await send(waiting.slice(-digestLimit), due);
    }
  }

  async function mailWaiting(end: Date): Promise<void> {
    for (;;) {
      const waiting = queued();
      const first = waiting.reduce((least, one) => Math.min(least, ripeAt(one)), Number.POSITIVE_INFINITY);
      if (first > end.getTime()) return;
      const date = new Date(first);
      if (hold > 0) asked(date);
      for (const item of waiting.filter(one => ripeAt(one) <= first)) await send([item], date);
    }
  }

  /** The feed is fetched before an email is made, and has nothing new. */
  function asked(date: Date): void {
    for (const feed of feeds)
      if (feed.read_before !== null && feed.read_before < date) feed.read_before = date;
  }

  async function send(queue: SimulatedItem[], date: Date): Promise<void> {
    const chosen = choose(queue);
    if (chosen.length === 0) return;
    const states = await write(chosen);
    chosen.forEach((item, at) => void Object.assign(item, states[at]));
    const mailed = chosen.filter(({ status }) => status === 'processed');
    if (mailed.length > 0) emails.push({ date, items: mailed });
  }

  /** The items that will be mailed; the others are skipped. */
  function choose(queue: SimulatedItem[]): SimulatedItem[] {
    const alike = new Set(queue.flatMap(({ traits }) => traits.flatMap(trait => bearers.get(trait) ?? [])));
    const elsewhere = [...alike].filter(
      ({ status: became }) => became === 'processed' || became === 'irrelevant',
    );
    const reasons = leaveOut(queue.map(waiting), settings.item_filters, elsewhere.map(waiting));
    queue.forEach((item, at) => {
      if (reasons[at]) Object.assign(item, { status: 'skipped', reason: reasons[at] });
    });
    return queue.filter((_, at) => reasons[at] === '');
  }

  function waiting({ feed, traits, status: became, item: { title, author, categories } }: SimulatedItem) {
    const feed_title = settings.feed_titles[feed] ?? '';
    return {
      feed_key: feed,
      feed_title,
      traits,
      status: became,
      title,
      author,
      categories,
      is_decided: false,
    };
  }

  function ripeAt({ queued_date }: SimulatedItem): number {
    return (queued_date as Date).getTime() + hold;
  }

  function queued(): SimulatedItem[] {
    // In the order of the database: by date, then first seen first, then by feed, then the lower in the feed first.
    const bySight = (a: SimulatedItem, b: SimulatedItem) =>
      a.first_seen_date.getTime() - b.first_seen_date.getTime();
    return items
      .filter(one => one.status === 'queued')
      .reverse()
      .sort((a, b) => byAge(a, b) || bySight(a, b) || a.feed - b.feed);
  }

  async function takeIn(feed: SimulatedFeed, found: FeedItem[], date: Date): Promise<void> {
    const { memory, met, read_before: before } = feed;
    const step = poll_minutes === null ? Number.POSITIVE_INFINITY : poll_minutes * minute;
    const read_before = before && new Date(Math.max(before.getTime(), date.getTime() - step));
    const store: Store<Judged & Reading> = {
      async read() {
        const reading = memory.read(found, date, read_before);
        return { ...reading, ...judge(reading) };
      },
      publishDates: async () => memory.publishDates(),
      async write(reading) {
        for (const { item, traits, publish_date, known } of reading.items) {
          const one = known && met[known.key];
          if (one) Object.assign(one, { item, publish_date, traits: withTraits(one.traits, traits) });
        }
        return memory.write(reading, date);
      },
      settle: async (withdrawn, keys) => settle(feed, withdrawn, keys, date),
      async meet(reading, keys, usual) {
        const seen = JSON.stringify({ 0: keys.filter(key => met[key] !== undefined) });
        const { item_filters } = settings;
        const follower = { key: 0, item_filters, on_next_poll: feed.on_next_poll, every };
        const [admitted = []] = takeInWork.admit(reading, keys, seen, {
          ...{ usual, most: emails_per_poll, followers: [follower] },
        });
        const states = new Map(
          admitted.map(({ item_key, status, reason }) => [item_key, { status, reason }]),
        );
        for (const [at, key] of keys.entries()) {
          const state = states.get(key);
          if (!state) continue;
          met[key] = meet(feed.number, reading.items[at] as ReadItem, state, date);
          items.push(met[key]);
        }
        if (feeds.length > 1) for (const key of keys) note(met[key] as SimulatedItem);
      },
    };
    await takeInto(store, { most: emails_per_poll, read_before, now: date });
    feed.read_before = date;
    feed.on_next_poll = null;
  }

  function note(item: SimulatedItem): void {
    for (const trait of item.traits) {
      const there = bearers.get(trait) ?? [];
      if (!there.includes(item)) bearers.set(trait, [...there, item]);
    }
  }

  /** Withdrawn items are skipped until the feed has them again. */
  function settle({ met, withdrawn }: SimulatedFeed, gone: number[], there: number[], date: Date): void {
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

  function openSimulatedFeed(number: number): SimulatedFeed {
    return {
      ...{ number, memory: openMemory(number), met: [], withdrawn: new Set() },
      read_before: null,
      on_next_poll: settings.skip_old_items ? 'irrelevant' : 'queued',
    };
  }
}

type SimulatedFeed = {
  number: number;
  memory: Memory;
  /** The items that the automation has seen, by the keys of the memory. */
  met: SimulatedItem[];
  withdrawn: Set<number>;
  read_before: Date | null;
  on_next_poll: OnNextPoll;
};

function meet(
  feed: number,
  { item, traits, publish_date }: ReadItem,
  state: ItemState,
  date: Date,
): SimulatedItem {
  return {
    ...{ feed, item, traits: traitList(traits), publish_date, first_seen_date: date },
    queued_date: state.status === 'queued' ? date : null,
    ...state,
  };
}

function byAge(a: SimulatedItem, b: SimulatedItem): number {
  return Date.parse(a.publish_date) - Date.parse(b.publish_date);
}

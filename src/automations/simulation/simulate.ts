import { setImmediate as pause } from 'node:timers/promises';
import type { FeedItem } from '../../engines/feeds/feed.ts';
import { type Cadence, nextRun } from '../../platform/cadence.ts';
import { minute_ms } from '../../platform/durations.ts';
import type { ItemFilters } from '../definition/item-filters.ts';
import { leaveOut } from '../issues/leave-out.ts';
import { digestLimit, type ItemState, tooManyForDigest } from '../items/item.ts';
import { openSimulatedFeed, type SimulatedFeed, type SimulatedItem } from './simulated-feed.ts';

/** A feed's response at a time; `feed` is its position among those the automation follows. */
export type Answer = { feed: number; date: Date; items: FeedItem[] };

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
  /** How often the feed is fetched between these responses, which contain all new items; null: not at all. */
  poll_minutes: number | null;
  /** The status of each of these items, oldest first, when an email is made from them. */
  write: (items: SimulatedItem[]) => Promise<ItemState[]>;
};

/**
 * Returns what an automation that starts with the first response of each feed would have done up to `until`, by the same rules as real ones
 * (read-answer.ts, item.ts, leave-out.ts): the emails, and the status of each item. `answers` are in the order of their dates.
 */
export async function simulate(
  settings: Simulation,
  answers: readonly Answer[],
  until: Date,
): Promise<{ emails: SimulatedEmail[]; items: SimulatedItem[] }> {
  const { cadence, timezone, status, feed_titles, write } = settings;
  const every = cadence.cadence === 'every';
  const hold = settings.hold_minutes * minute_ms;
  const items: SimulatedItem[] = []; // in order of first appearance
  const emails: SimulatedEmail[] = [];
  const bearers = openBearers();
  const listener = {
    add: (item: SimulatedItem) => void items.push(item),
    note: feed_titles.length > 1 ? bearers.note : () => {},
  };
  const feeds = feed_titles.map((_, feed) => openSimulatedFeed(feed, { ...settings, every }, listener));
  let due = answers[0] ? nextRun(cadence, timezone, answers[0].date) : null;

  for (const [at, { feed, date, items: found }] of answers.entries()) {
    await pause(); // so that other requests are served
    if (status === 'active') await runUntil(new Date(date.getTime() - 1));
    const answered = feeds[feed] as SimulatedFeed;
    if (status === 'active' || !answered.wasRead()) answered.takeIn(found, date);
    // Responses of several feeds at the same time are processed before anything is mailed.
    if (status === 'active' && answers[at + 1]?.date.getTime() !== date.getTime()) await runUntil(date);
  }
  if (status === 'active') await runUntil(until);
  return { emails, items };

  async function runUntil(end: Date): Promise<void> {
    if (every) return mailEach(end);
    for (; due !== null && due <= end; due = nextRun(cadence, timezone, due)) {
      noteFetches(due);
      const waiting = listQueued(items);
      for (const item of waiting.slice(0, -digestLimit)) {
        item.status = 'held';
        item.reason = tooManyForDigest;
      }
      if (waiting.length > 0) await send(waiting.slice(-digestLimit), due);
    }
  }

  /** Mails each queued item separately once it has been held long enough. */
  async function mailEach(end: Date): Promise<void> {
    for (;;) {
      const waiting = listQueued(items);
      const first = waiting.reduce((least, one) => Math.min(least, mailTime(one)), Number.POSITIVE_INFINITY);
      if (first > end.getTime()) return;
      const date = new Date(first);
      if (hold > 0) noteFetches(date);
      for (const item of waiting.filter(one => mailTime(one) <= first)) await send([item], date);
    }
  }

  function mailTime({ queued_date }: SimulatedItem): number {
    return (queued_date as Date).getTime() + hold;
  }

  /** The feeds are fetched before an email is made, and have nothing new. */
  function noteFetches(date: Date): void {
    for (const feed of feeds) feed.noteFetch(date);
  }

  async function send(queue: SimulatedItem[], date: Date): Promise<void> {
    const chosen = choose(queue);
    if (chosen.length === 0) return;
    const states = await write(chosen);
    chosen.forEach((item, at) => void Object.assign(item, states[at]));
    const mailed = chosen.filter(({ status }) => status === 'processed');
    if (mailed.length > 0) emails.push({ date, items: mailed });
  }

  /** Returns the items that will be mailed; the others are skipped. */
  function choose(queue: SimulatedItem[]): SimulatedItem[] {
    const elsewhere = bearers
      .ofSameTraits(queue)
      .filter(({ status: became }) => became === 'processed' || became === 'irrelevant');
    const compared = (item: SimulatedItem) => toCompare(item, feed_titles[item.feed] ?? '');
    const reasons = leaveOut(queue.map(compared), settings.item_filters, elsewhere.map(compared));
    queue.forEach((item, at) => {
      if (reasons[at]) Object.assign(item, { status: 'skipped', reason: reasons[at] });
    });
    return queue.filter((_, at) => reasons[at] === '');
  }
}

/** Remembers which items have which traits, so that the same post in two feeds is recognised. */
function openBearers() {
  const bearers = new Map<number, SimulatedItem[]>();
  return {
    note(item: SimulatedItem): void {
      for (const trait of item.traits) {
        const there = bearers.get(trait) ?? [];
        if (!there.includes(item)) bearers.set(trait, [...there, item]);
      }
    },
    /** Every noted item that shares a trait with one of these. */
    ofSameTraits(items: SimulatedItem[]): SimulatedItem[] {
      return [...new Set(items.flatMap(({ traits }) => traits.flatMap(trait => bearers.get(trait) ?? [])))];
    },
  };
}

/** Returns the item as `leaveOut` compares it. */
function toCompare(
  { feed, traits, status, item: { title, author, categories } }: SimulatedItem,
  feed_title: string,
) {
  return { feed_key: feed, feed_title, traits, status, title, author, categories, is_decided: false };
}

/** Lists the queued items in the order of the database: by date, then first seen first, then by feed, then the lower in the feed first. */
function listQueued(items: readonly SimulatedItem[]): SimulatedItem[] {
  return items
    .filter(({ status }) => status === 'queued')
    .reverse()
    .sort((a, b) => byAge(a, b) || bySight(a, b) || a.feed - b.feed);
}

function byAge(a: SimulatedItem, b: SimulatedItem): number {
  return Date.parse(a.publish_date) - Date.parse(b.publish_date);
}

function bySight(a: SimulatedItem, b: SimulatedItem): number {
  return a.first_seen_date.getTime() - b.first_seen_date.getTime();
}

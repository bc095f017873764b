import { setImmediate as pause } from 'node:timers/promises';
import type { FeedItem } from '../engines/feeds/feed.ts';
import { type Cadence, nextRun } from './cadence.ts';
import {
  admit,
  digestLimit,
  type ItemState,
  isSurge,
  type OnNextPoll,
  tooManyForDigest,
  withdrawnReason,
} from './item.ts';
import { openMemory } from './memory.ts';
import { usualItems } from './pace.ts';
import { oldestFirst, type ReadItem } from './read-answer.ts';

const minute = 60_000;

/** What a feed answered at a time. */
export type Answer = { date: Date; items: FeedItem[] };

export type SimulatedItem = ItemState & {
  item: FeedItem;
  publish_date: string;
  first_seen_date: Date;
  /** Since when it has been queued. */
  queued_date: Date | null;
};

export type SimulatedEmail = { date: Date; items: SimulatedItem[] };

export type Simulation = {
  cadence: Cadence;
  timezone: string;
  /** An inactive automation has its baseline and makes nothing of it. */
  status: 'active' | 'inactive';
  skip_old_items: boolean;
  hold_minutes: number;
  emails_per_poll: number;
  /** How often the feed is asked between these answers, which bring all that is new; null: not at all. */
  poll_minutes: number | null;
  /** What becomes of each of these items, oldest first, when an email is to be made of them. */
  write: (items: SimulatedItem[]) => Promise<ItemState[]>;
};

/**
 * What an automation that begins with the first answer would have done up to `until`, by the same rules that real ones
 * go by (read-answer.ts, item.ts, cadence.ts): the emails, and what became of each item.
 */
export async function simulate(
  settings: Simulation,
  answers: readonly Answer[],
  until: Date,
): Promise<{ emails: SimulatedEmail[]; items: SimulatedItem[] }> {
  const { cadence, timezone, status, emails_per_poll, poll_minutes, write } = settings;
  const memory = openMemory();
  const items: SimulatedItem[] = []; // by their keys
  const withdrawn = new Set<number>();
  const emails: SimulatedEmail[] = [];
  const every = cadence.cadence === 'every';
  const hold = settings.hold_minutes * minute;
  let on_next_poll: OnNextPoll = settings.skip_old_items ? 'irrelevant' : 'queued';
  let due = answers[0] ? nextRun(cadence, timezone, answers[0].date) : null;
  let read_before: Date | null = null;

  for (const { date, items: found } of answers) {
    await pause(); // for whoever else is to be served
    if (status === 'active') await runUntil(new Date(date.getTime() - 1));
    takeIn(found, date);
    if (status === 'inactive') break;
    await runUntil(date);
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

  /** The feed is asked before an email is made, and has nothing new. */
  function asked(date: Date): void {
    if (read_before !== null && read_before < date) read_before = date;
  }

  async function send(chosen: SimulatedItem[], date: Date): Promise<void> {
    const states = await write(chosen);
    chosen.forEach((item, at) => void Object.assign(item, states[at]));
    const mailed = chosen.filter(({ status }) => status === 'processed');
    if (mailed.length > 0) emails.push({ date, items: mailed });
  }

  function ripeAt({ queued_date }: SimulatedItem): number {
    return (queued_date as Date).getTime() + hold;
  }

  function queued(): SimulatedItem[] {
    // As they are listed in the database: of one date, what was seen first, and of one answer, what stands lower.
    return items
      .filter(one => one.status === 'queued')
      .reverse()
      .sort((a, b) => byAge(a, b) || a.first_seen_date.getTime() - b.first_seen_date.getTime());
  }

  function takeIn(found: FeedItem[], date: Date): void {
    const step = poll_minutes === null ? Number.POSITIVE_INFINITY : poll_minutes * minute;
    const last = read_before && new Date(Math.max(read_before.getTime(), date.getTime() - step));
    const reading = memory.read(found, date, last);
    const judgements = reading.items.map(({ judgement }) => judgement);
    const isMany =
      last !== null &&
      on_next_poll === null &&
      judgements.filter(judgement => judgement.is === 'new').length > emails_per_poll;
    const most = isMany
      ? usualItems(emails_per_poll, memory.publishDates(), date.getTime() - last.getTime())
      : emails_per_poll;
    const keys = memory.write(reading, date);
    settle(reading.withdrawn, keys, date);
    const order = oldestFirst(reading.items.map((one, at) => ({ ...one, key: keys[at] as number })));
    const unmet = order.filter(({ key }) => items[key] === undefined);
    const states = admit(
      unmet.map(({ judgement }) => judgement),
      { on_next_poll, every, most, surge: isSurge(judgements) },
    );
    unmet.forEach((one, at) => {
      items[one.key] = meet(one, states[at] as ItemState, date);
    });
    for (const { item, publish_date, known } of reading.items)
      if (known) Object.assign(items[known.key] as SimulatedItem, { item, publish_date });
    read_before = date;
    on_next_poll = null;
  }

  /** What was taken back is skipped, until the feed has it again. */
  function settle(gone: number[], there: number[], date: Date): void {
    for (const key of gone) {
      const item = items[key] as SimulatedItem;
      if (item.status !== 'queued') continue;
      withdrawn.add(key);
      item.status = 'skipped';
      item.reason = withdrawnReason;
    }
    for (const key of there.filter(one => withdrawn.delete(one)))
      Object.assign(items[key] as SimulatedItem, { status: 'queued', reason: '', queued_date: date });
  }
}

function meet({ item, publish_date }: ReadItem, state: ItemState, date: Date): SimulatedItem {
  return {
    ...{ item, publish_date, first_seen_date: date },
    queued_date: state.status === 'queued' ? date : null,
    ...state,
  };
}

function byAge(a: SimulatedItem, b: SimulatedItem): number {
  return Date.parse(a.publish_date) - Date.parse(b.publish_date);
}

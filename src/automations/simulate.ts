import { setImmediate as pause } from 'node:timers/promises';
import type { FeedItem } from '../feeds/feed.ts';
import { type Cadence, nextRun } from './cadence.ts';
import {
  type Arrival,
  arrivalsOf,
  isSurge,
  type Judgement,
  judge,
  type KnownItem,
  type Traits,
  traitList,
  withTraits,
} from './identity.ts';
import { admit, type ItemState, type OnNextPoll } from './item.ts';
import { digestLimit } from './run.ts';

/** What a feed answered at a time. */
export type Answer = { date: Date; items: FeedItem[] };

export type SimulatedItem = ItemState & { item: FeedItem; publish_date: string; first_seen_date: Date };

export type SimulatedEmail = { date: Date; items: SimulatedItem[] };

export type Simulation = {
  cadence: Cadence;
  timezone: string;
  skip_old_items: boolean;
  emails_per_poll: number;
  /** What comes of an email about these items, oldest first. */
  write: (items: SimulatedItem[]) => Promise<{ status: 'processed' | 'skipped' | 'errored'; reason: string }>;
};

/**
 * What an automation that begins with the first answer would have done up to `until`, by the same rules that real ones
 * go by (identity.ts, item.ts, cadence.ts): the emails, and what became of each item.
 */
export async function simulate(
  { cadence, timezone, skip_old_items, emails_per_poll, write }: Simulation,
  answers: readonly Answer[],
  until: Date,
): Promise<{ emails: SimulatedEmail[]; items: SimulatedItem[] }> {
  const items: SimulatedItem[] = [];
  const known: { key: number; traits: number[] }[] = [];
  const bearers = new Map<number, Set<number>>();
  const reckoned = new Map<FeedItem, Traits>();
  const emails: SimulatedEmail[] = [];
  const every = cadence.cadence === 'every';
  let on_next_poll: OnNextPoll = skip_old_items ? 'irrelevant' : 'queued';
  let due = answers[0] ? nextRun(cadence, timezone, answers[0].date) : null;
  let read_before: Date | null = null;

  for (const { date, items: found } of answers) {
    await pause(); // for whoever else is to be served
    await runUntil(new Date(date.getTime() - 1));
    takeIn(found, date);
    read_before = date;
    on_next_poll = null;
    if (every) for (const item of queued()) await send([item], date);
    else await runUntil(date);
  }
  if (!every) await runUntil(until);
  return { emails, items };

  async function runUntil(end: Date): Promise<void> {
    for (; due !== null && due <= end; due = nextRun(cadence, timezone, due)) {
      const waiting = queued();
      for (const item of waiting.slice(0, -digestLimit)) {
        item.status = 'held';
        item.reason = `There were more than ${digestLimit} items for one digest, and this was not among the latest.`;
      }
      if (waiting.length > 0) await send(waiting.slice(-digestLimit), due);
    }
  }

  async function send(chosen: SimulatedItem[], date: Date): Promise<void> {
    const state = await write(chosen);
    for (const item of chosen) Object.assign(item, state);
    if (state.status === 'processed') emails.push({ date, items: chosen });
  }

  function queued(): SimulatedItem[] {
    // As they are listed in the database: of one date, what was seen first, and of one answer, what stands lower.
    return items
      .filter(({ status }) => status === 'queued')
      .reverse()
      .sort((a, b) => byAge(a, b) || a.first_seen_date.getTime() - b.first_seen_date.getTime());
  }

  function remember({ key, traits }: KnownItem): void {
    for (const trait of traits) {
      const keys = bearers.get(trait);
      if (keys) keys.add(key);
      else bearers.set(trait, new Set([key]));
    }
  }

  /** Those with a trait of one of these, as the database finds them. */
  function akin(arrivals: Arrival[]): KnownItem[] {
    const traits = new Set(arrivals.flatMap(arrival => traitList(arrival.traits)));
    const keys = new Set([...traits].flatMap(trait => [...(bearers.get(trait) ?? [])]));
    return [...keys]
      .sort((a, b) => a - b)
      .map(key => known[key] as KnownItem)
      .filter(one => one.traits.some(trait => traits.has(trait)));
  }

  function takeIn(found: FeedItem[], date: Date): void {
    const arrivals = arrivalsOf(0, found, reckoned);
    const judgements = judge(arrivals, akin(arrivals), read_before);
    const fresh: { judgement: Judgement; item: FeedItem; publish_date: string }[] = [];
    judgements.forEach((judgement, at) => {
      const item = found[at] as FeedItem;
      const { traits } = arrivals[at] as (typeof arrivals)[number];
      if (judgement.is === 'known') {
        const old = known[judgement.key] as (typeof known)[number];
        old.traits = withTraits(old.traits, traits);
        remember(old);
        (items[judgement.key] as SimulatedItem).item = item;
      } else {
        const one = { key: known.length, traits: traitList(traits) };
        known.push(one);
        remember(one);
        fresh.push({ judgement, item, publish_date: item.publish_date ?? date.toISOString() });
      }
    });
    const order = fresh
      .map((one, at) => ({ ...one, at }))
      .sort((a, b) => Date.parse(a.publish_date) - Date.parse(b.publish_date) || b.at - a.at);
    const states = admit(
      order.map(({ judgement }) => judgement),
      { on_next_poll, every, most: emails_per_poll, surge: isSurge(judgements) },
    );
    const made = new Map(order.map(({ at }, place) => [at, states[place] as ItemState]));
    fresh.forEach(({ item, publish_date }, at) => {
      items.push({ item, publish_date, first_seen_date: date, ...(made.get(at) as ItemState) });
    });
  }
}

function byAge(a: SimulatedItem, b: SimulatedItem): number {
  return Date.parse(a.publish_date) - Date.parse(b.publish_date);
}

import type { FeedItem } from '../feeds/feed.ts';
import { type Cadence, nextRun } from './cadence.ts';
import { arrivalsOf, isSurge, type Judgement, judge, traitList, withTraits } from './identity.ts';
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
  write: (items: SimulatedItem[]) => { status: 'processed' | 'skipped' | 'errored'; reason: string };
};

/**
 * What an automation that begins with the first answer would have done up to `until`, by the same rules that real ones
 * go by (identity.ts, item.ts, cadence.ts): the emails, and what became of each item.
 */
export function simulate(
  { cadence, timezone, skip_old_items, emails_per_poll, write }: Simulation,
  answers: readonly Answer[],
  until: Date,
): { emails: SimulatedEmail[]; items: SimulatedItem[] } {
  const items: SimulatedItem[] = [];
  const known: { key: number; traits: number[] }[] = [];
  const emails: SimulatedEmail[] = [];
  const every = cadence.cadence === 'every';
  let on_next_poll: OnNextPoll = skip_old_items ? 'irrelevant' : 'queued';
  let due = answers[0] ? nextRun(cadence, timezone, answers[0].date) : null;
  let read_before: Date | null = null;

  for (const { date, items: found } of answers) {
    runUntil(new Date(date.getTime() - 1));
    takeIn(found, date);
    read_before = date;
    on_next_poll = null;
    if (every) for (const item of queued()) send([item], date);
    else runUntil(date);
  }
  if (!every) runUntil(until);
  return { emails, items };

  function runUntil(end: Date): void {
    for (; due !== null && due <= end; due = nextRun(cadence, timezone, due)) {
      const waiting = queued();
      for (const item of waiting.slice(0, -digestLimit)) {
        item.status = 'held';
        item.reason = `There were more than ${digestLimit} items for one digest, and this was not among the latest.`;
      }
      if (waiting.length > 0) send(waiting.slice(-digestLimit), due);
    }
  }

  function send(chosen: SimulatedItem[], date: Date): void {
    const state = write(chosen);
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

  function takeIn(found: FeedItem[], date: Date): void {
    const arrivals = arrivalsOf(0, found);
    const judgements = judge(arrivals, known, read_before);
    const fresh: { judgement: Judgement; item: FeedItem; publish_date: string }[] = [];
    judgements.forEach((judgement, at) => {
      const item = found[at] as FeedItem;
      const { traits } = arrivals[at] as (typeof arrivals)[number];
      if (judgement.is === 'known') {
        const old = known[judgement.key] as (typeof known)[number];
        old.traits = withTraits(old.traits, traits);
        (items[judgement.key] as SimulatedItem).item = item;
      } else {
        known.push({ key: known.length, traits: traitList(traits) });
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

import type { PackedFeed } from '../../engines/feeds/feed.ts';
import { recordEventsOfMany } from '../../journal/record.ts';
import type { Database } from '../../platform/database/connect.ts';
import { minute_ms } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { callsHere, callsOf } from '../../platform/threads/threads.ts';
import type { AutomationRow, FeedRow } from '../definition/automation.ts';
import { clearNextPoll, lockFollowers } from '../definition/follower-queries.ts';
import type { ItemFilters } from '../definition/item-filters.ts';
import { insertItems, settleItems } from '../items/meeting-queries.ts';
import { usualItems } from '../items/pace.ts';
import { placeFirstDue } from '../items/queue-queries.ts';
import { findKnownItems, listPublishDates, writeFeedItems } from './queries.ts';
import { type Judged, type MetItem, takeInWork } from './take-in-work.ts';

export type TakeInContext = { emails_per_poll: number };

/** A deadline that is more than enough for any response. */
const elsewhere = callsOf<typeof takeInWork>(new URL('take-in-thread.ts', import.meta.url), {
  deadline_ms: minute_ms,
});

const here = callsHere(takeInWork);

/** How many items are written by one statement. */
const atOnce = 1000;

/** The result of processing a response. */
export type TakenIn = {
  /** How many items the feed did not have before. */
  new_count: number;
  /** The keys of the items that the feed shows now, in order. */
  shown: number[];
  /** The list of listPollMinutes, for its active automations. */
  poll_minutes: (number | null)[];
};

/**
 * Processes a feed's response, in the transaction that holds the feed locked: stores new items, and lets each active automation that
 * follows the feed decide on the items it has not seen. Queued items that the feed has withdrawn are skipped until they are back. The items
 * of a large response never reach this thread; another thread does all the work on them. The caller stores the result.
 */
export async function takeIn(
  trx: Database,
  { emails_per_poll: most }: TakeInContext,
  feed: FeedRow,
  { items }: Pick<PackedFeed, 'items'>,
  now: Date,
): Promise<TakenIn> {
  const { key: feed_key, trait_seed, last_success_date, shown } = feed;
  const read_before = last_success_date === null ? null : new Date(last_success_date);
  const work = items instanceof Uint8Array ? elsewhere : here;
  const followers = await lockFollowers(trx, feed_key, { or_waiting: true });
  // Items after the first response may be mailed even by an automation that is inactive now, if it later catches up.
  const is_known_wanted = followers.some(({ on_next_poll }) => on_next_poll === 'queued');
  const is_content_wanted = is_known_wanted || read_before !== null;

  const { traits, arrivals } = await work('recognise', trait_seed, items);
  const known = await findKnownItems(trx, feed_key, traits, shown ?? []);
  const response = { feed_key, items, arrivals, known, shown, read_before, now, is_content_wanted };
  const judged = await work('judge', response);
  const usual =
    judged.fresh <= most || read_before === null
      ? most
      : usualItems(most, await listPublishDates(trx, feed_key), now.getTime() - read_before.getTime());
  const keys = await writeItems(trx, judged, is_known_wanted);

  const automation_keys = followers.map(({ key }) => key);
  const { withdrawn, order, is_surge } = judged;
  const { met, changed } = await settleItems(trx, { automation_keys, withdrawn, shown: keys, now });
  const meetings = await work('admit', { order, is_surge }, keys, met, {
    usual,
    most,
    followers: followers.map(({ key, item_filters, on_next_poll, cadence }) => ({
      key,
      on_next_poll,
      item_filters: item_filters as ItemFilters,
      every: cadence === 'every',
    })),
  });
  const met_by = followers.map((automation, at) => ({
    automation,
    items: meetings[at] as MetItem[],
    is_changed: changed.includes(automation.key),
  }));
  await meet(trx, met_by, now);
  const told = followers.filter(({ on_next_poll }) => on_next_poll !== null).map(({ key }) => key);
  if (told.length > 0) await clearNextPoll(trx, feed_key, told);
  const active = followers.filter(({ status }) => status === 'active');
  return {
    new_count: judged.keys.filter(key => key === null).length,
    shown: keys,
    poll_minutes: active.map(({ poll_minutes }) => poll_minutes),
  };
}

/** The items that one automation sees for the first time; `is_changed`: whether its queue has changed anyway. */
export type Meeting = {
  automation: Pick<AutomationRow, 'key' | 'id' | 'newsletter_key' | 'cadence'>;
  items: readonly MetItem[];
  is_changed: boolean;
};

/** Stores the status of the items that automations see for the first time, and when the automations should run. */
export async function meet(trx: Database, meetings: readonly Meeting[], now: Date): Promise<void> {
  const met = meetings.flatMap(({ automation, items }) =>
    items.map(item => ({ ...item, id: newId(), automation_key: automation.key, automation })),
  );
  for (let at = 0; at < met.length; at += atOnce) {
    const some = met.slice(at, at + atOnce);
    await insertItems(trx, some, now);
    await recordEventsOfMany(
      trx,
      some.flatMap(({ id, status, reason, title, automation }) => {
        if (status !== 'queued' && status !== 'held') return [];
        return {
          newsletter_key: automation.newsletter_key,
          event_type:
            status === 'held' ? ('automation.item.held' as const) : ('automation.item.created' as const),
          automation_id: automation.id,
          data: { item_id: id, title, ...(reason && { reason }) },
        };
      }),
    );
  }
  const acting = meetings.filter(
    ({ automation, items, is_changed }) =>
      automation.cadence === 'every' && (is_changed || items.some(({ status }) => status === 'queued')),
  );
  if (acting.length > 0)
    await placeFirstDue(
      trx,
      acting.map(({ automation }) => automation.key),
    );
}

/** Stores new items and changes of known ones; returns the key of each. */
async function writeItems(
  trx: Database,
  { inserted, updated, keys }: Judged,
  even_if_none: boolean,
): Promise<number[]> {
  const fresh = await writeFeedItems(trx, { inserted, updated }, { even_if_none });
  let next = 0;
  return keys.map(key => key ?? (fresh[next++] as number));
}

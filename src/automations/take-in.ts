import { recordEvents } from '../accounts/events/record.ts';
import type { PackedFeed } from '../engines/feeds/feed.ts';
import type { Database } from '../platform/database/connect.ts';
import { newId } from '../platform/ids.ts';
import { callsHere, callsOf } from '../platform/threads.ts';
import type { AutomationRow, FeedRow } from './automation.ts';
import {
  findKnownItems,
  insertFeedItems,
  listPublishDates,
  updateFeed,
  updateFeedItems,
} from './feed-queries.ts';
import { type Follower, lockFollowers, setNextPoll } from './follower-queries.ts';
import type { ItemFilters } from './item-filters.ts';
import { findMet, insertItems, requeueItems, withdrawItems } from './meeting-queries.ts';
import { updateAutomationRow } from './queries.ts';
import { findFirstDue } from './queue-queries.ts';
import { type Store, takeInto } from './take-in-steps.ts';
import { type JudgedRows, type MetItem, takeInWork } from './take-in-work.ts';

export type TakeInContext = { emails_per_poll: number };

/** More than enough for any response. */
const elsewhere = callsOf<typeof takeInWork>(new URL('take-in-thread.ts', import.meta.url), {
  deadline_ms: 60_000,
});

const here = callsHere(takeInWork);

/** How many items are written by one statement. */
const atOnce = 1000;

/**
 * Processes a feed's response, in the transaction that holds the feed locked: stores new items, and lets each active
 * automation that follows the feed decide on the items it has not seen. Queued items that the feed has withdrawn are
 * skipped until they are back. The items of a large response never reach this thread; everything about them is worked out
 * on another one. Returns how many items the feed did not have before.
 */
export async function takeIn(
  trx: Database,
  { emails_per_poll: most }: TakeInContext,
  feed: FeedRow,
  { items }: Pick<PackedFeed, 'items'>,
  now: Date,
): Promise<number> {
  const { key: feed_key, trait_seed, last_success_date, shown } = feed;
  const read_before = last_success_date === null ? null : new Date(last_success_date);
  const work = items instanceof Uint8Array ? elsewhere : here;
  const followers = await lockFollowers(trx, feed_key, { or_waiting: true });
  const follower_keys = followers.map(({ key }) => key);
  const wanted = wantedContent(followers, feed);
  const changed = new Set<number>();
  let new_count = 0;
  const store: Store<JudgedRows> = {
    async read() {
      const { traits, arrivals } = await work('recognise', trait_seed, items);
      const known = await findKnownItems(trx, feed_key, traits, shown ?? []);
      const response = { feed_key, items, arrivals, known, shown, read_before, now };
      return work('judge', { ...response, is_content_wanted: wanted.of_new });
    },
    publishDates: () => listPublishDates(trx, feed_key),
    async write(judged) {
      const keys = await writeItems(trx, judged, wanted);
      new_count = judged.keys.filter(key => key === null).length;
      if (keys.join() !== shown?.join()) await updateFeed(trx, feed_key, { shown: keys });
      return keys;
    },
    async settle(withdrawn, keys) {
      for (const key of await withdrawItems(trx, follower_keys, withdrawn, now)) changed.add(key);
      for (const key of await requeueItems(trx, follower_keys, keys, now)) changed.add(key);
    },
    async meet({ order, is_surge }, keys, usual) {
      const met = await findMet(trx, follower_keys, keys);
      const meetings = await work('admit', { order, is_surge }, keys, met, {
        ...{ usual, most },
        followers: followers.map(({ key, item_filters, on_next_poll, cadence }) => ({
          ...{ key, on_next_poll, item_filters: item_filters as ItemFilters },
          every: cadence === 'every',
        })),
      });
      for (const [at, automation] of followers.entries())
        await meet(trx, automation, feed_key, meetings[at] as MetItem[], now, {
          is_changed: changed.has(automation.key),
        });
    },
  };
  await takeInto(store, { most, read_before, now });
  return new_count;
}

/** Stores the status of items of a feed that the automation sees for the first time, and when it should run. */
export async function meet(
  trx: Database,
  automation: Pick<AutomationRow, 'key' | 'id' | 'newsletter_key' | 'cadence' | 'hold_minutes'>,
  feed_key: number,
  items: readonly MetItem[],
  now: Date,
  { is_changed = false } = {},
): Promise<void> {
  for (let at = 0; at < items.length; at += atOnce) {
    const some = items.slice(at, at + atOnce).map(item => ({ ...item, id: newId() }));
    await insertItems(trx, automation.key, some, now);
    await recordEvents(
      trx,
      automation.newsletter_key,
      some.flatMap(({ id, status, reason, title }) => {
        if (status !== 'queued' && status !== 'held') return [];
        return {
          event_type:
            status === 'held' ? ('automation.item.held' as const) : ('automation.item.created' as const),
          automation_id: automation.id,
          data: { item_id: id, title, ...(reason && { reason }) },
        };
      }),
    );
  }
  await setNextPoll(trx, { automation_key: automation.key, feed_key }, null);
  const acts = is_changed || items.some(({ status }) => status === 'queued');
  if (acts && automation.cadence === 'every')
    await updateAutomationRow(trx, automation.key, { due_date: await findFirstDue(trx, automation) });
}

/** The items whose content may be mailed. */
type Wanted = { of_new: boolean; of_known: boolean };

// Items after the first response may be mailed even by an automation that is inactive now, if it later catches up.
function wantedContent(followers: Follower[], { last_success_date }: FeedRow): Wanted {
  const of_known = followers.some(({ on_next_poll }) => on_next_poll === 'queued');
  return { of_known, of_new: of_known || last_success_date !== null };
}

/** Stores new items and changes of known ones; returns the key of each. */
async function writeItems(
  trx: Database,
  { inserted, updated, keys }: JudgedRows,
  { of_known }: Wanted,
): Promise<number[]> {
  const fresh = inserted === null ? [] : await insertFeedItems(trx, inserted);
  if (updated !== null) await updateFeedItems(trx, updated, { even_if_none: of_known });
  let next = 0;
  return keys.map(key => key ?? (fresh[next++] as number));
}

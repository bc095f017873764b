import { recordEventsOfMany } from '../accounts/events/record.ts';
import type { PackedFeed } from '../engines/feeds/feed.ts';
import type { Database } from '../platform/database/connect.ts';
import { newId } from '../platform/ids.ts';
import { callsHere, callsOf } from '../platform/threads.ts';
import type { AutomationRow, FeedRow } from './automation.ts';
import { findKnownItems, listPublishDates, writeFeedItems } from './feed-queries.ts';
import { clearNextPoll, type Follower, lockFollowers } from './follower-queries.ts';
import type { ItemFilters } from './item-filters.ts';
import { insertItems, settleItems } from './meeting-queries.ts';
import { placeFirstDue } from './queue-queries.ts';
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

/** What a response brought. */
export type TakenIn = {
  /** How many items the feed did not have before. */
  new_count: number;
  /** The keys of the items that the feed shows now, in order. */
  shown: number[];
  /** How often its active automations want it fetched, as listPollMinutes. */
  poll_minutes: (number | null)[];
};

/**
 * Processes a feed's response, in the transaction that holds the feed locked: stores new items, and lets each active
 * automation that follows the feed decide on the items it has not seen. Queued items that the feed has withdrawn are
 * skipped until they are back. The items of a large response never reach this thread; everything about them is worked out
 * on another one. The caller stores what is returned.
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
  const automation_keys = followers.map(({ key }) => key);
  const wanted = wantedContent(followers, feed);
  const taken: TakenIn = {
    new_count: 0,
    shown: shown ?? [],
    poll_minutes: followers
      .filter(({ status }) => status === 'active')
      .map(({ poll_minutes }) => poll_minutes),
  };
  let settled: Awaited<ReturnType<typeof settleItems>> | undefined;
  const store: Store<JudgedRows> = {
    async read() {
      const { traits, arrivals } = await work('recognise', trait_seed, items);
      const known = await findKnownItems(trx, feed_key, traits, shown ?? []);
      const response = { feed_key, items, arrivals, known, shown, read_before, now };
      return work('judge', { ...response, is_content_wanted: wanted.of_new });
    },
    publishDates: () => listPublishDates(trx, feed_key),
    async write(judged) {
      taken.new_count = judged.keys.filter(key => key === null).length;
      taken.shown = await writeItems(trx, judged, wanted);
      return taken.shown;
    },
    async settle(withdrawn, keys) {
      settled = await settleItems(trx, { automation_keys, withdrawn, shown: keys, now });
    },
    async meet({ order, is_surge }, keys, usual) {
      const { met, changed } = settled!;
      const meetings = await work('admit', { order, is_surge }, keys, met, {
        ...{ usual, most },
        followers: followers.map(({ key, item_filters, on_next_poll, cadence }) => ({
          ...{ key, on_next_poll, item_filters: item_filters as ItemFilters },
          every: cadence === 'every',
        })),
      });
      const met_by = followers.map((automation, at) => ({
        automation,
        items: meetings[at] as MetItem[],
        is_changed: changed.includes(automation.key),
      }));
      await meet(trx, met_by, now);
      const told = followers.filter(({ on_next_poll }) => on_next_poll !== null);
      if (told.length > 0)
        await clearNextPoll(
          trx,
          feed_key,
          told.map(({ key }) => key),
        );
    },
  };
  await takeInto(store, { most, read_before, now });
  return taken;
}

/** What one automation meets for the first time; `is_changed`: whether its queue has changed anyway. */
export type Meeting = {
  automation: Pick<AutomationRow, 'key' | 'id' | 'newsletter_key' | 'cadence'>;
  items: readonly MetItem[];
  is_changed: boolean;
};

/** Stores the status of the items that automations see for the first time, and when these should run. */
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
  const fresh = await writeFeedItems(trx, { inserted, updated }, { even_if_none: of_known });
  let next = 0;
  return keys.map(key => key ?? (fresh[next++] as number));
}

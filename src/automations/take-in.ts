import { recordEvents } from '../accounts/events/record.ts';
import type { Feed, FeedItem } from '../engines/feeds/feed.ts';
import type { Database } from '../platform/database/connect.ts';
import { newId } from '../platform/ids.ts';
import type { AutomationRow, FeedRow } from './automation.ts';
import {
  findKnownItems,
  insertFeedItems,
  listPublishDates,
  updateFeed,
  updateFeedItems,
} from './feed-queries.ts';
import { arrivalsOf, reckonTraits, traitList, withTraits } from './identity.ts';
import { admit, type ItemState, isSurge } from './item.ts';
import { type ItemFilters, openFilters } from './item-filters.ts';
import {
  findFirstDue,
  findMet,
  type ItemContent,
  insertItems,
  requeueItems,
  withdrawItems,
} from './item-queries.ts';
import { usualItems } from './pace.ts';
import { type Follower, lockFollowers, setNextPoll, updateAutomationRow } from './queries.ts';
import { oldestFirst, type ReadItem, type Reading, readAnswer } from './read-answer.ts';

export type TakeInContext = { emails_per_poll: number };

/**
 * Processes a feed's response, in the transaction that holds the feed locked: stores new items, and lets each active
 * automation that follows the feed decide on the items it has not seen. Queued items that the feed has withdrawn are
 * skipped until they are back.
 */
export async function takeIn(
  trx: Database,
  { emails_per_poll }: TakeInContext,
  feed_row: FeedRow,
  feed: Feed,
  now: Date,
): Promise<void> {
  const followers = await lockFollowers(trx, feed_row.key, { or_waiting: true });
  const { items, withdrawn } = await read(trx, feed_row, feed.items, now);
  const usual = await usualAtOnce(trx, feed_row, items, emails_per_poll, now);
  const keys = await writeItems(trx, feed_row.key, items, wantedContent(followers, feed_row), now);
  if (keys.join() !== feed_row.shown?.join()) await updateFeed(trx, feed_row.key, { shown: keys });
  const surge = isSurge(items.map(({ judgement }) => judgement));
  const follower_keys = followers.map(({ key }) => key);
  const met = await findMet(trx, follower_keys, keys);
  const order = oldestFirst(items.map((one, at) => ({ ...one, key: keys[at] as number })));
  const changed = new Set([
    ...(await withdrawItems(trx, follower_keys, withdrawn, now)),
    ...(await requeueItems(trx, follower_keys, keys, now)),
  ]);
  for (const automation of followers) {
    const known = new Set(met.filter(row => row.automation_key === automation.key).map(row => row.item_key));
    const unmet = order.filter(({ key }) => !known.has(key));
    const refusalOf = openFilters(automation.item_filters as ItemFilters);
    const states = admit(
      unmet.map(({ judgement }) => judgement),
      {
        refusals: unmet.map(({ item }) => refusalOf(item)),
        on_next_poll: automation.on_next_poll,
        every: automation.cadence === 'every',
        most: automation.on_next_poll === null ? usual : emails_per_poll,
        surge,
      },
    );
    await meet(
      trx,
      automation,
      feed_row.key,
      unmet.map(({ key, item }, at) => ({ item_key: key, title: item.title, ...(states[at] as ItemState) })),
      now,
      { is_changed: changed.has(automation.key) },
    );
  }
}

/** Stores the status of items of a feed that the automation sees for the first time, and when it should run. */
export async function meet(
  trx: Database,
  automation: Pick<AutomationRow, 'key' | 'id' | 'newsletter_key' | 'cadence' | 'hold_minutes'>,
  feed_key: number,
  items: (ItemState & { item_key: number; title: string })[],
  now: Date,
  { is_changed = false } = {},
): Promise<void> {
  const creation_date = now.toISOString();
  const rows = items.map(({ title, ...item }) => ({
    ...item,
    id: newId(),
    automation_key: automation.key,
    queued_date: item.status === 'queued' ? creation_date : null,
    creation_date,
    modification_date: creation_date,
  }));
  await insertItems(trx, rows);
  await recordEvents(
    trx,
    automation.newsletter_key,
    rows.flatMap(({ id, status, reason }, at) => {
      if (status !== 'queued' && status !== 'held') return [];
      return {
        event_type:
          status === 'held' ? ('automation.item.held' as const) : ('automation.item.created' as const),
        automation_id: automation.id,
        data: { item_id: id, title: items[at]?.title, ...(reason && { reason }) },
      };
    }),
  );
  await setNextPoll(trx, { automation_key: automation.key, feed_key }, null);
  const acts = is_changed || items.some(({ status }) => status === 'queued');
  if (acts && automation.cadence === 'every')
    await updateAutomationRow(trx, automation.key, { due_date: await findFirstDue(trx, automation) });
}

async function read(
  trx: Database,
  { key, last_success_date, shown }: FeedRow,
  items: FeedItem[],
  now: Date,
): Promise<Reading> {
  const arrivals = arrivalsOf(key, items, await reckonTraits(key, items));
  const traits = arrivals.flatMap(arrival => traitList(arrival.traits));
  const known = await findKnownItems(trx, key, traits, shown ?? []);
  const read_before = last_success_date === null ? null : new Date(last_success_date);
  return readAnswer(items, arrivals, { read_before, known, shown }, now);
}

/** How many new items of this response are mailed at once. */
async function usualAtOnce(
  trx: Database,
  { key, last_success_date }: FeedRow,
  items: ReadItem[],
  most: number,
  now: Date,
): Promise<number> {
  const fresh = items.filter(({ judgement }) => judgement.is === 'new').length;
  if (fresh <= most || last_success_date === null) return most;
  const dates = await listPublishDates(trx, key);
  return usualItems(most, dates, now.getTime() - Date.parse(last_success_date));
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
  feed_key: number,
  items: ReadItem[],
  wanted: Wanted,
  now: Date,
): Promise<number[]> {
  const fresh = items.filter(({ known }) => known === undefined);
  const inserted = await insertFeedItems(
    trx,
    fresh.map(({ item, traits, publish_date }) => ({
      feed_key,
      traits: traitList(traits),
      url: item.url ?? '',
      title: item.title,
      publish_date,
      first_seen_date: now.toISOString(),
      content: wanted.of_new ? contentOf(item) : null,
    })),
  );
  await updateFeedItems(
    trx,
    items.flatMap(({ item, traits, publish_date, known }) =>
      known === undefined
        ? []
        : {
            key: known.key,
            traits: traitList(traits).every(trait => known.traits.includes(trait))
              ? known.traits
              : withTraits(known.traits, traits),
            url: item.url ?? '',
            title: item.title,
            publish_date,
            content: contentOf(item),
          },
    ),
    { even_if_none: wanted.of_known },
  );
  let next = 0;
  return items.map(({ known }) => known?.key ?? (inserted[next++] as number));
}

function contentOf({ description, content, author, enclosure, image, categories }: FeedItem): ItemContent {
  return { description, content, author, enclosure, image, categories };
}

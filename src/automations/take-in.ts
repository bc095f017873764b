import { recordEvents } from '../events/record.ts';
import type { Feed, FeedItem } from '../feeds/feed.ts';
import type { Database } from '../platform/database/connect.ts';
import { newId } from '../platform/ids.ts';
import type { AutomationRow, FeedRow } from './automation.ts';
import { findKnownItems, insertFeedItems, updateFeedItems } from './feed-queries.ts';
import {
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
import { findMet, insertItems } from './item-queries.ts';
import { lockFollowers, updateAutomationRow } from './queries.ts';

/** An item of an answer with what it is, and the key it is known by from now on. */
type Judged = { item: FeedItem; traits: Traits; judgement: Judgement; publish_date: string };

export type TakeInContext = { emails_per_poll: number };

/**
 * Takes in what a feed answered, in the transaction that holds the feed locked: new items are written down, and each
 * active automation that follows the feed decides what becomes of those that it has not met.
 */
export async function takeIn(
  trx: Database,
  { emails_per_poll }: TakeInContext,
  feed_row: FeedRow,
  feed: Feed,
  now: Date,
): Promise<void> {
  const followers = await lockFollowers(trx, feed_row.key, { or_waiting: true });
  const judged = await judgeItems(trx, feed_row, feed.items, now);
  const keys = await writeItems(trx, feed_row.key, judged, wantedContent(followers, feed_row), now);
  const surge = isSurge(judged.map(({ judgement }) => judgement));
  const met = await findMet(
    trx,
    followers.map(({ key }) => key),
    keys,
  );
  // Oldest first; a feed lists the latest first, so of two with one date the lower one is the older.
  const order = judged
    .map((one, at) => ({ ...one, at, key: keys[at] as number }))
    .sort((a, b) => Date.parse(a.publish_date) - Date.parse(b.publish_date) || b.at - a.at);
  for (const automation of followers) {
    const known = new Set(met.filter(row => row.automation_key === automation.key).map(row => row.item_key));
    const unmet = order.filter(({ key }) => !known.has(key));
    const states = admit(
      unmet.map(({ judgement }) => judgement),
      {
        on_next_poll: automation.on_next_poll as OnNextPoll,
        every: automation.cadence === 'every',
        most: emails_per_poll,
        surge,
      },
    );
    await meet(
      trx,
      automation,
      unmet.map(({ key, item }, at) => ({ item_key: key, title: item.title, ...(states[at] as ItemState) })),
      now,
    );
  }
}

/** Writes down what becomes of items that the automation meets for the first time, and when it is to act on them. */
export async function meet(
  trx: Database,
  automation: Pick<AutomationRow, 'key' | 'id' | 'newsletter_key' | 'cadence' | 'due_date'>,
  items: (ItemState & { item_key: number; title: string })[],
  now: Date,
): Promise<void> {
  const creation_date = now.toISOString();
  const rows = items.map(({ title, ...item }) => ({
    ...item,
    id: newId(),
    automation_key: automation.key,
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
  const acts = automation.cadence === 'every' && items.some(({ status }) => status === 'queued');
  await updateAutomationRow(trx, automation.key, {
    on_next_poll: null,
    ...(acts && { due_date: creation_date }),
  });
}

async function judgeItems(
  trx: Database,
  { key, last_success_date }: FeedRow,
  items: FeedItem[],
  now: Date,
): Promise<(Judged & { known: KnownItem | undefined })[]> {
  const arrivals = arrivalsOf(key, items);
  const known = await findKnownItems(
    trx,
    key,
    arrivals.flatMap(({ traits }) => traitList(traits)),
  );
  const byKey = new Map(known.map(one => [one.key, one]));
  const judgements = judge(arrivals, known, last_success_date === null ? null : new Date(last_success_date));
  return items.map((item, at) => {
    const judgement = judgements[at] as Judgement;
    return {
      item,
      judgement,
      traits: (arrivals[at] as (typeof arrivals)[number]).traits,
      publish_date: item.publish_date ?? now.toISOString(),
      known: judgement.is === 'known' ? byKey.get(judgement.key) : undefined,
    };
  });
}

/** Of which items the content is to be mailed, perhaps. */
type Wanted = { of_new: boolean; of_known: boolean };

// What comes later than the first answer may be mailed even by one that rests now, if it is to catch up.
function wantedContent(followers: AutomationRow[], { last_success_date }: FeedRow): Wanted {
  const of_known = followers.some(({ on_next_poll }) => on_next_poll === 'queued');
  return { of_known, of_new: of_known || last_success_date !== null };
}

/** Writes new items down and what has changed of known ones; answers the key of each. */
async function writeItems(
  trx: Database,
  feed_key: number,
  judged: (Judged & { known: KnownItem | undefined })[],
  wanted: Wanted,
  now: Date,
): Promise<number[]> {
  const fresh = judged.filter(({ known }) => known === undefined);
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
    judged.flatMap(({ item, traits, known }) =>
      known === undefined
        ? []
        : {
            key: known.key,
            traits: traitList(traits).every(trait => known.traits.includes(trait))
              ? known.traits
              : withTraits(known.traits, traits),
            url: item.url ?? '',
            title: item.title,
            content: contentOf(item),
          },
    ),
    { even_if_none: wanted.of_known },
  );
  let next = 0;
  return judged.map(({ known }) => known?.key ?? (inserted[next++] as number));
}

function contentOf({ description, content, author, enclosure }: FeedItem) {
  return { description, content, author, enclosure };
}

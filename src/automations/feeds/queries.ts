import { sql, type Updateable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { prepare, runPrepared, wholeRow } from '../../platform/database/prepared.ts';
import type { Feeds } from '../../platform/database/schema.ts';
import type { FeedRow } from '../definition/automation.ts';
import { paceItems } from '../items/pace.ts';
import type { ItemContent } from '../items/queries.ts';

/**
 * Returns the feeds at these original or current addresses that all newsletters share, created if necessary, in the same order; and the
 * feeds with these keys. Locks all of them until the end of `trx`, in an order that prevents deadlocks.
 */
export async function lockFeedsAt(
  trx: Database,
  urls: readonly string[],
  keys: readonly number[] = [],
): Promise<FeedRow[]> {
  const found = new Map<string, number>();
  for (const url of urls.toSorted())
    found.set(url, (await findFeedKey(trx, url)) ?? (await insertFeed(trx, url)));
  const locked = await trx
    .selectFrom('feeds')
    .selectAll()
    .where('key', '=', sql<number>`any(${[...found.values(), ...keys]}::bigint[])`)
    .orderBy('key')
    .forUpdate()
    .execute();
  return urls.map(url => locked.find(({ key }) => key === found.get(url)) as FeedRow);
}

async function findFeedKey(trx: Database, url: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom('feeds')
    .select('key')
    .where('newsletter_key', 'is', null)
    .where(({ or, eb }) => or([eb('fetch_url', '=', url), eb('url', '=', url)]))
    .orderBy(sql`fetch_url = ${url}`, 'desc')
    .orderBy('key')
    .limit(1)
    .executeTakeFirst();
  return row?.key;
}

async function insertFeed(trx: Database, url: string): Promise<number> {
  const { key } = await trx
    .insertInto('feeds')
    .values({ url, fetch_url: url, trait_seed: url })
    .onConflict(conflict => conflict.column('url').where('newsletter_key', 'is', null).doUpdateSet({ url }))
    .returning('key')
    .executeTakeFirstOrThrow();
  return key;
}

export async function findFeed(db: Database, key: number): Promise<FeedRow> {
  return db.selectFrom('feeds').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
}

export async function lockFeed(trx: Database, key: number): Promise<FeedRow> {
  const [feed] = await lockFeedStatement(trx, { key });
  return feed!;
}

const lockFeedStatement = prepare<{ key: number }, FeedRow>(
  'lock_feed',
  ['key'],
  ({ key }) => sql`select ${wholeRow('feeds')} from feeds where key = ${key} for update`,
);

/** Stores the facts about the feed itself that a fetch revealed. */
export async function updateFeed(db: Database, key: number, changes: Updateable<Feeds>): Promise<void> {
  await runPrepared(db, db.updateTable('feeds').set(changes).where('key', '=', key).compile());
}

/** Schedules the feed for `date` at the latest, but not before its server allows it. */
export async function pollBy(trx: Database, key: number, date: Date): Promise<void> {
  await trx
    .updateTable('feeds')
    .set({
      next_poll_date: sql`greatest(least(next_poll_date, ${date.toISOString()}::timestamptz), busy_until)`,
    })
    .where('key', '=', key)
    .execute();
}

/** The shortest interval between fetches, however often a feed is pinged. */
export const pingPauseMilliseconds = 30_000;

/** Schedules the feed as soon as possible after a ping. Returns when; null if nobody follows it. */
export async function pingFeed(db: Database, key: number, now: Date): Promise<string | null> {
  const date = now.toISOString();
  const row = await db
    .updateTable('feeds')
    .set({
      pinged_date: date,
      next_poll_date: sql`greatest(
        least(next_poll_date, greatest(${date}::timestamptz, asked_date + ${pingPauseMilliseconds} * interval '1 millisecond')),
        busy_until)`,
    })
    .where('key', '=', key)
    .where('next_poll_date', 'is not', null)
    .returning('next_poll_date')
    .executeTakeFirst();
  return row?.next_poll_date ?? null;
}

/** Like pingFeed, for several feeds: returns the earliest time. */
export async function pingFeeds(db: Database, keys: readonly number[], now: Date): Promise<string | null> {
  const dates = await Promise.all(keys.map(key => pingFeed(db, key, now)));
  return dates.filter(date => date !== null).toSorted()[0] ?? null;
}

/**
 * Finds the feed's items with one of these traits (an array as PostgreSQL writes it), and those with these keys: the JSON of a list of
 * DatedItem. One text is quick to pass on; thousands of rows are not.
 */
export async function findKnownItems(
  db: Database,
  feed_key: number,
  traits: string,
  keys: readonly number[],
): Promise<string> {
  const [known] = await findKnownItemsStatement(db, { feed_key, traits, keys });
  return known!.items;
}

const findKnownItemsStatement = prepare<
  { feed_key: number; traits: string; keys: readonly number[] },
  { items: string }
>(
  'find_known_items',
  ['feed_key', 'traits', 'keys'],
  ({ feed_key, traits, keys }) => sql`
    select coalesce(json_agg(item order by key), '[]')::text as items
    from (
      select key, traits, publish_date, first_seen_date from feed_items
      where feed_key = ${feed_key} and (traits && ${traits}::bigint[] or key = any(${keys}::bigint[]))
    ) as item`,
);

/** Lists the publish dates of the items that the feed last showed. */
export async function listPublishDates(db: Database, feed_key: number): Promise<string[]> {
  // Includes ties, so that the index of a feed's items by date gives them in order, however many there are.
  const { rows } = await sql<{ publish_date: string }>`
    select publish_date from (
      select publish_date, first_seen_date, key from feed_items where feed_key = ${feed_key}
      order by first_seen_date desc fetch first ${sql.lit(paceItems)} rows with ties
    ) as last
    order by first_seen_date desc, key
    limit ${sql.lit(paceItems)}`.execute(db);
  return rows.map(row => row.publish_date);
}

/** The stored form of an item. */
type StoredItem = {
  traits: readonly number[];
  url: string;
  title: string;
  publish_date: string;
  content: ItemContent | null;
};
export type NewFeedItem = StoredItem & { feed_key: number; first_seen_date: string };
export type ChangedFeedItem = StoredItem & { key: number };

/** The changes of a response: JSON of lists of NewFeedItem and ChangedFeedItem, or null for none. */
export type FeedItemChanges = { inserted: Uint8Array | null; updated: Uint8Array | null };

/**
 * Stores new items and changes of known ones; returns the keys of the new ones in the same order. The content of a known item
 * that was not meant to be mailed is stored only if `even_if_none` is set.
 */
export async function writeFeedItems(
  trx: Database,
  { inserted, updated }: FeedItemChanges,
  { even_if_none }: { even_if_none: boolean },
): Promise<number[]> {
  if (inserted === null && updated === null) return [];
  const rows = await writeFeedItemsStatement(trx, { inserted, updated, even_if_none });
  return rows.map(row => row.key);
}

const writeFeedItemsStatement = prepare<FeedItemChanges & { even_if_none: boolean }, { key: number }>(
  'write_feed_items',
  ['inserted', 'updated', 'even_if_none'],
  ({ inserted, updated, even_if_none }) => sql`
    with new as materialized (
      select (r->>'key')::bigint as key, array(select jsonb_array_elements_text(r->'traits')::bigint) as traits, r->>'url' as url,
        r->>'title' as title, (r->>'publish_date')::timestamptz as publish_date, r->'content' as content
      from jsonb_array_elements(convert_from(${updated}, 'UTF8')::jsonb) as r
    ), changed as (
      update feed_items set traits = new.traits, url = new.url, title = new.title, publish_date = new.publish_date,
        content = case when feed_items.content is null and not ${even_if_none}::boolean then null else new.content end
      from new
      -- The keys as an array too, so that PostgreSQL looks them up, whatever its statistics say.
      where feed_items.key = any(array(select key from new)) and feed_items.key = new.key
        and (feed_items.traits, feed_items.url, feed_items.title, feed_items.publish_date, feed_items.content)
        is distinct from (new.traits, new.url, new.title, new.publish_date,
          case when feed_items.content is null and not ${even_if_none}::boolean then null else new.content end)
    )
    insert into feed_items (feed_key, traits, url, title, publish_date, first_seen_date, content)
    select (r->>'feed_key')::bigint, array(select jsonb_array_elements_text(r->'traits')::bigint), r->>'url',
      r->>'title', (r->>'publish_date')::timestamptz, (r->>'first_seen_date')::timestamptz, r->'content'
    from jsonb_array_elements(convert_from(${inserted}, 'UTF8')::jsonb) with ordinality as t(r, n) order by n
    returning key`,
);

/**
 * Deletes feeds that no automation has followed since that time: at most `limit` items of at most ten feeds, and the feeds that have no
 * items left. Returns the number of rows.
 */
export async function pruneFeeds(db: Database, before: Date, limit: number): Promise<number> {
  const unfollowed = sql`
    select key from feeds where not exists (select from automation_feeds where feed_key = feeds.key)
      and coalesce(last_checked_date, 'epoch') < ${before.toISOString()}::timestamptz
    order by key
    limit 10`;
  const items = await sql`
    delete from feed_items where key in (
      select feed_items.key from (${unfollowed}) feed join feed_items on feed_key = feed.key limit ${limit}
    )`.execute(db);
  const feeds = await sql`
    delete from feeds where key in (${unfollowed})
      and not exists (select from feed_items where feed_key = feeds.key)
      and not exists (select from automation_feeds where feed_key = feeds.key)`.execute(db);
  return Number(items.numAffectedRows ?? 0n) + Number(feeds.numAffectedRows ?? 0n);
}

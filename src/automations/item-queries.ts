import { sql } from 'kysely';
import type { Enclosure } from '../engines/feeds/feed.ts';
import type { Database } from '../platform/database/connect.ts';
import { readPage } from '../platform/database/page.ts';
import type { AutomationItemStatus } from '../platform/database/schema.ts';
import type { Page } from '../platform/http/query.ts';
import { isId } from '../platform/ids.ts';
import { withoutCredentials } from '../platform/safe-fetch/credentials.ts';
import { digestLimit, type ItemState, leftReason, tooManyForDigest, withdrawnReason } from './item.ts';

/** What is stored of an item for its email. */
export type ItemContent = {
  description: string;
  content: string;
  author: string;
  enclosure: Enclosure | null;
  image: string | null;
  categories: string[];
};

/** An item as one automation sees it. */
export type ShownItem = ItemState & {
  key: number;
  id: string;
  url: string;
  title: string;
  feed: ItemFeed;
  publish_date: string;
  creation_date: string;
  modification_date: string;
  email_id: string | null;
};

/** The feed of an item, as templates and the API show it. */
export type ItemFeed = { title: string; url: string };

/**
 * Which of these items each of these automations has seen: the JSON of an object that has a list of item keys for each
 * automation's key, if there are any.
 */
export async function findMet(
  trx: Database,
  automation_keys: number[],
  item_keys: number[],
): Promise<string> {
  const { rows } = await sql<{ met: string }>`
    select coalesce(json_object_agg(automation_key, item_keys), '{}')::text as met
    from (
      select automation_key, json_agg(item_key) as item_keys from automation_items
      where automation_key = any(${automation_keys}::bigint[]) and item_key = any(${item_keys}::bigint[])
      group by automation_key
    ) as met`.execute(trx);
  return rows[0]!.met;
}

/** The items that arrived since this automation started with the feed and that it has not seen: those of a pause. */
export async function findUnmet(
  trx: Database,
  automation_key: number,
  { feed_key, creation_date }: { feed_key: number; creation_date: string },
): Promise<{ item_key: number; title: string; author: string; categories: string[] }[]> {
  const { began } = await trx
    .selectFrom('automation_items')
    .innerJoin('feed_items', 'feed_items.key', 'automation_items.item_key')
    .where('automation_key', '=', automation_key)
    .where('feed_key', '=', feed_key)
    .select(({ fn }) => fn.min('automation_items.creation_date').as('began'))
    .executeTakeFirstOrThrow();
  return trx
    .selectFrom('feed_items')
    .select([
      'feed_items.key as item_key',
      'title',
      sql<string>`coalesce(content->>'author', '')`.as('author'),
      sql<string[]>`coalesce(content->'categories', '[]')`.as('categories'),
    ])
    .where('feed_key', '=', feed_key)
    .where('first_seen_date', '>', began ?? creation_date)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('automation_items')
            .select('automation_items.key')
            .where('automation_key', '=', automation_key)
            .whereRef('item_key', '=', 'feed_items.key'),
        ),
      ),
    )
    .orderBy('publish_date')
    .orderBy('first_seen_date')
    .orderBy('feed_items.key', 'desc')
    .execute();
}

/** The first meeting of an automation with an item. */
export type NewItem = ItemState & { id: string; item_key: number };

/** Writes the items that an automation meets, in order; queued ones wait from `now` on. */
export async function insertItems(
  trx: Database,
  automation_key: number,
  items: readonly NewItem[],
  now: Date,
): Promise<void> {
  const date = now.toISOString();
  await sql`
    insert into automation_items (id, automation_key, item_key, status, reason, queued_date, creation_date, modification_date)
    select id, ${automation_key}, item_key, status, reason, case when status = 'queued' then ${date}::timestamptz end,
      ${date}::timestamptz, ${date}::timestamptz
    from unnest(
      ${items.map(({ id }) => id)}::uuid[],
      ${items.map(({ item_key }) => item_key)}::bigint[],
      ${items.map(({ status }) => status)}::automation_item_status[],
      ${items.map(({ reason }) => reason)}::text[]
    ) with ordinality as item (id, item_key, status, reason, place)
    order by place`.execute(trx);
}

function items(db: Database) {
  return db
    .selectFrom('automation_items')
    .innerJoin('feed_items', 'feed_items.key', 'automation_items.item_key')
    .innerJoin('feeds', 'feeds.key', 'feed_items.feed_key')
    .select([
      'automation_items.key',
      'automation_items.id',
      'automation_items.status',
      'automation_items.reason',
      'automation_items.email_id',
      'automation_items.creation_date',
      'automation_items.modification_date',
      'feed_items.url',
      'feed_items.title',
      'feed_items.publish_date',
      sql<ItemFeed>`jsonb_build_object('title', feeds.title,
        'url', coalesce(nullif(feeds.site_url, ''), feeds.fetch_url))`.as('feed'),
    ]);
}

/** The position of an item's feed in the automation's list. */
const place = sql`(select place from automation_feeds
  where automation_feeds.automation_key = automation_items.automation_key and automation_feeds.feed_key = feed_items.feed_key)`;

/** A page of the items that an automation has seen, latest first. */
export async function listItems(
  db: Database,
  automation_key: number,
  { status, ...page }: Page & { status: AutomationItemStatus[] | undefined },
): Promise<{ results: ShownItem[]; count: number }> {
  const wanted = status ?? null;
  const passes = sql<boolean>`(${wanted}::text[] is null or automation_items.status::text = any(${wanted}::text[]))`;
  const all = items(db).where('automation_key', '=', automation_key).where(passes);
  const { results, count } = await readPage(all.orderBy('automation_items.key', 'desc'), page);
  return { results: results.map(hideCredentials), count };
}

function hideCredentials<Item extends { feed: ItemFeed }>(item: Item): Item {
  return { ...item, feed: { ...item.feed, url: withoutCredentials(item.feed.url) } };
}

export async function findItem(
  db: Database,
  automation_key: number,
  id: string,
): Promise<ShownItem | undefined> {
  if (!isId(id)) return undefined;
  const item = await items(db)
    .where('automation_key', '=', automation_key)
    .where('automation_items.id', '=', id)
    .executeTakeFirst();
  return item && hideCredentials(item);
}

/**
 * The queued items of an automation with their content, oldest first. Ties: first seen first, then by feed, then the
 * lower in the feed first. With `queued_before`, only those that have waited since then or need not wait.
 */
export async function listQueued(
  trx: Database,
  automation_key: number,
  most: number,
  queued_before: Date | null = null,
) {
  const before = queued_before?.toISOString() ?? null;
  const rows = await items(trx)
    // A decision clears `queued_date`, so the item need not wait any longer.
    .select(['feed_items.content', 'queued_date', 'item_key', 'feed_key', 'traits'])
    .where('automation_key', '=', automation_key)
    .where('automation_items.status', '=', 'queued')
    .where(
      sql<boolean>`(${before}::timestamptz is null or queued_date is null or queued_date <= ${before}::timestamptz)`,
    )
    .orderBy('feed_items.publish_date')
    .orderBy('feed_items.first_seen_date')
    .orderBy(place)
    .orderBy('feed_items.key', 'desc')
    .limit(most)
    .execute();
  return rows.map(hideCredentials);
}

/** Items of other feeds that this automation has mailed or knows as old, and that may be the same posts as these. */
export async function findElsewhere(
  trx: Database,
  automation_key: number,
  item_keys: number[],
): Promise<{ traits: number[]; status: AutomationItemStatus; feed_key: number; feed_title: string }[]> {
  const { rows } = await sql<Awaited<ReturnType<typeof findElsewhere>>[number]>`
    select distinct on (other.key) other.traits, met.status, other.feed_key, feeds.title as feed_title
    from feed_items as queued
      join feed_items as other on other.traits && queued.traits and other.feed_key <> queued.feed_key
      join automation_items as met on met.item_key = other.key and met.automation_key = ${automation_key}
        and met.status in ('processed', 'irrelevant')
      join feeds on feeds.key = other.feed_key
    where queued.key = any(${item_keys}::bigint[])`.execute(trx);
  return rows;
}

/** Skips waiting items of feeds that the automation no longer follows. */
export async function skipLeft(trx: Database, automation_key: number, now: Date): Promise<void> {
  const date = now.toISOString();
  await sql`
    update automation_items set status = 'skipped', reason = ${leftReason}, queued_date = null, withdrawn_date = null,
      modification_date = ${date}
    where automation_key = ${automation_key} and (status in ('queued', 'held') or withdrawn_date is not null)
      and not exists (
        select from feed_items join automation_feeds using (feed_key)
        where feed_items.key = item_key and automation_feeds.automation_key = automation_items.automation_key)`.execute(
    trx,
  );
}

/** Holds the queued items of an automation that are too many for one digest; returns the held ones. */
export async function holdForDigest(
  trx: Database,
  automation_key: number,
  now: Date,
): Promise<{ id: string; title: string; reason: string }[]> {
  return trx
    .updateTable('automation_items')
    .set({ status: 'held', reason: tooManyForDigest, modification_date: now.toISOString() })
    .where('key', 'in', ({ selectFrom }) =>
      selectFrom('automation_items')
        .innerJoin('feed_items', 'feed_items.key', 'automation_items.item_key')
        .select('automation_items.key')
        .where('automation_key', '=', automation_key)
        .where('status', '=', 'queued')
        .orderBy('publish_date', 'desc')
        .orderBy('first_seen_date', 'desc')
        .orderBy(place, 'desc')
        .orderBy('feed_items.key')
        .offset(digestLimit),
    )
    .returning(({ selectFrom }) => [
      'id',
      'reason',
      selectFrom('feed_items')
        .whereRef('feed_items.key', '=', 'item_key')
        .select('title')
        .$asScalar()
        .$notNull()
        .as('title'),
    ])
    .execute();
}

/** When the first queued item of an automation will have waited its `hold_minutes`; null if none is queued. */
export async function findFirstDue(
  trx: Database,
  { key, hold_minutes }: { key: number; hold_minutes: number },
): Promise<string | null> {
  const { due } = await trx
    .selectFrom('automation_items')
    .where('automation_key', '=', key)
    .where('status', '=', 'queued')
    .select(
      sql<
        string | null
      >`min(coalesce(queued_date + make_interval(mins => ${hold_minutes}), modification_date))`.as('due'),
    )
    .executeTakeFirstOrThrow();
  return due;
}

/** Skips queued items that were withdrawn from their feed; returns the automations that had some. */
export async function withdrawItems(
  trx: Database,
  automation_keys: number[],
  item_keys: number[],
  now: Date,
): Promise<number[]> {
  if (item_keys.length === 0) return [];
  const date = now.toISOString();
  const rows = await trx
    .updateTable('automation_items')
    .set({ status: 'skipped', reason: withdrawnReason, withdrawn_date: date, modification_date: date })
    .where('automation_key', '=', sql<number>`any(${automation_keys}::bigint[])`)
    .where('item_key', '=', sql<number>`any(${item_keys}::bigint[])`)
    .where('status', '=', 'queued')
    .returning('automation_key')
    .execute();
  return rows.map(row => row.automation_key);
}

/** Queues withdrawn items that are back in the feed; returns the automations that had some. */
export async function requeueItems(
  trx: Database,
  automation_keys: number[],
  item_keys: number[],
  now: Date,
): Promise<number[]> {
  const date = now.toISOString();
  const rows = await trx
    .updateTable('automation_items')
    .set({ status: 'queued', reason: '', queued_date: date, withdrawn_date: null, modification_date: date })
    .where('automation_key', '=', sql<number>`any(${automation_keys}::bigint[])`)
    .where('item_key', '=', sql<number>`any(${item_keys}::bigint[])`)
    .where('withdrawn_date', 'is not', null)
    .where('status', '=', 'skipped')
    .returning('automation_key')
    .execute();
  return rows.map(row => row.automation_key);
}

/** Moves items that are still `from`; returns how many. */
export async function moveItems(
  trx: Database,
  keys: number[],
  from: AutomationItemStatus[],
  to: ItemState & { email_id?: string | null },
  now: Date,
): Promise<number> {
  const result = await trx
    .updateTable('automation_items')
    .set({ ...to, queued_date: null, withdrawn_date: null, modification_date: now.toISOString() })
    .where('key', '=', sql<number>`any(${keys}::bigint[])`)
    .where('status', '=', sql<AutomationItemStatus>`any(${from}::automation_item_status[])`)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

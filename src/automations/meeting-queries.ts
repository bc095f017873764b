import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { type ItemState, withdrawnReason } from './item.ts';

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

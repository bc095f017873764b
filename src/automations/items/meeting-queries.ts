import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { prepare } from '../../platform/database/prepared.ts';
import { type ItemState, withdrawnReason } from './item.ts';

/** The items that each of some automations has seen: JSON of an object with a list of item keys for each automation's key. */
export type Met = string;

type Settling = { automation_keys: number[]; withdrawn: number[]; shown: number[]; date: string };

/**
 * Skips queued items that were withdrawn from their feed, and queues items of a response that are back. Returns the automations that had
 * such items, and which of the response's items each has seen.
 */
export async function settleItems(
  trx: Database,
  { now, ...items }: Omit<Settling, 'date'> & { now: Date },
): Promise<{ changed: number[]; met: Met }> {
  const [settled] = await settleStatement(trx, { ...items, date: now.toISOString() });
  return settled!;
}

const settleStatement = prepare<Settling, { changed: number[]; met: Met }>(
  'settle_items',
  ['automation_keys', 'withdrawn', 'shown', 'date'],
  // Plus 0, because an automation may have met many items: these few are found by their own keys.
  ({ automation_keys, withdrawn, shown, date }) => sql`
    with withdrawn as (
      update automation_items set status = 'skipped', reason = ${sql.lit(withdrawnReason)}, withdrawn_date = ${date}::timestamptz,
        modification_date = ${date}::timestamptz
      where automation_key + 0 = any(${automation_keys}::bigint[]) and item_key = any(${withdrawn}::bigint[]) and status = 'queued'
      returning automation_key
    ), back as (
      update automation_items set status = 'queued', reason = '', queued_date = ${date}::timestamptz, withdrawn_date = null,
        modification_date = ${date}::timestamptz
      where automation_key + 0 = any(${automation_keys}::bigint[]) and item_key = any(${shown}::bigint[])
        and withdrawn_date is not null and status = 'skipped'
      returning automation_key
    ), met as (
      select automation_key, json_agg(item_key) as item_keys from automation_items
      where automation_key + 0 = any(${automation_keys}::bigint[]) and item_key = any(${shown}::bigint[])
      group by automation_key
    )
    select array(select automation_key from withdrawn union select automation_key from back) as changed,
      (select coalesce(json_object_agg(automation_key, item_keys), '{}')::text from met) as met`,
);

/** Finds the items that arrived since this automation started with the feed and that it has not seen, such as those of a pause. */
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
export type NewItem = ItemState & { id: string; automation_key: number; item_key: number };

type NewItemColumns = {
  ids: string[];
  automation_keys: number[];
  item_keys: number[];
  statuses: string[];
  reasons: string[];
  date: string;
};

/** Writes the items that automations meet, in order; queued ones wait from `now` on. */
export async function insertItems(trx: Database, items: readonly NewItem[], now: Date): Promise<void> {
  await insertItemsStatement(trx, {
    ids: items.map(({ id }) => id),
    automation_keys: items.map(({ automation_key }) => automation_key),
    item_keys: items.map(({ item_key }) => item_key),
    statuses: items.map(({ status }) => status),
    reasons: items.map(({ reason }) => reason),
    date: now.toISOString(),
  });
}

const insertItemsStatement = prepare<NewItemColumns, object>(
  'insert_automation_items',
  ['ids', 'automation_keys', 'item_keys', 'statuses', 'reasons', 'date'],
  given => sql`
    insert into automation_items (id, automation_key, item_key, status, reason, queued_date, creation_date, modification_date)
    select id, automation_key, item_key, status, reason, case when status = 'queued' then ${given.date}::timestamptz end,
      ${given.date}::timestamptz, ${given.date}::timestamptz
    from unnest(${given.ids}::uuid[], ${given.automation_keys}::bigint[], ${given.item_keys}::bigint[],
      ${given.statuses}::automation_item_status[], ${given.reasons}::text[]
    ) with ordinality as item (id, automation_key, item_key, status, reason, place)
    order by place`,
);

import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import type { AutomationItemStatus } from '../platform/database/schema.ts';
import { digestLimit, type ItemState, leftReason, tooManyForDigest } from './item.ts';
import { hideCredentials, placeOfFeed, selectItems } from './item-queries.ts';

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
  const rows = await selectItems(trx)
    // A decision clears `queued_date`, so the item need not wait any longer.
    .select(['feed_items.content', 'queued_date', 'item_key', 'feed_key', 'traits'])
    .where('automation_key', '=', automation_key)
    .where('automation_items.status', '=', 'queued')
    .where(
      sql<boolean>`(${before}::timestamptz is null or queued_date is null or queued_date <= ${before}::timestamptz)`,
    )
    .orderBy('feed_items.publish_date')
    .orderBy('feed_items.first_seen_date')
    .orderBy(placeOfFeed)
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
        .orderBy(placeOfFeed, 'desc')
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

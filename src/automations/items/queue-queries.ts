import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { anyKeys, prepare, runPrepared } from '../../platform/database/prepared.ts';
import type { AutomationItemStatus } from '../../platform/database/schema.ts';
import { digestLimit, type ItemState, leftReason, tooManyForDigest } from './item.ts';
import { hideCredentials, placeOfFeed, selectItems } from './queries.ts';

/**
 * Lists the queued items of an automation with their content, oldest first. Items with the same date come in the order of their first
 * fetch, then by feed, then the lower in the feed first. With `queued_before`, only those that have waited since then or need not wait.
 */
export async function listQueued(
  trx: Database,
  automation_key: number,
  most: number,
  queued_before: Date | null = null,
) {
  const before = queued_before?.toISOString() ?? null;
  const queued = selectItems(trx)
    // A decision clears `queued_date`, so the item need not wait any longer.
    .select(['feed_items.content', 'queued_date', 'item_key', 'feed_key', 'traits'])
    .where('automation_key', '=', automation_key)
    .where(sql<boolean>`automation_items.status = 'queued'`)
    .where(
      sql<boolean>`(${before}::timestamptz is null or queued_date is null or queued_date <= ${before}::timestamptz)`,
    )
    .orderBy('feed_items.publish_date')
    .orderBy('feed_items.first_seen_date')
    .orderBy(placeOfFeed)
    .orderBy('feed_items.key', 'desc')
    .limit(most);
  return (await runPrepared(trx, queued.compile())).map(hideCredentials);
}

type Elsewhere = { traits: number[]; status: AutomationItemStatus; feed_key: number; feed_title: string };

/** Items of other feeds that this automation has mailed or knows as old, and that may be the same posts as these. */
export async function findElsewhere(
  trx: Database,
  automation_key: number,
  item_keys: number[],
): Promise<Elsewhere[]> {
  return findElsewhereStatement(trx, { automation_key, item_keys });
}

const findElsewhereStatement = prepare<{ automation_key: number; item_keys: number[] }, Elsewhere>(
  'find_elsewhere',
  ['automation_key', 'item_keys'],
  ({ automation_key, item_keys }) => sql`
    select distinct on (other.key) other.traits, met.status, other.feed_key, feeds.title as feed_title
    from unnest(${item_keys}::bigint[]) as wanted (key)
      join lateral (select traits, feed_key from feed_items where key = wanted.key limit 1) queued on true
      -- Offset 0: those with a trait in common are few, and PostgreSQL finds them first.
      join lateral (
        select key, traits, feed_key from feed_items where traits && queued.traits and feed_key <> queued.feed_key offset 0
      ) other on true
      join lateral (
        select status from automation_items where automation_key = ${automation_key} and item_key = other.key limit 1
      ) met on met.status in ('processed', 'irrelevant')
      join feeds on feeds.key = other.feed_key`,
);

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
        .where('status', '=', sql.lit('queued'))
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
  const { rows } = await sql<{ due: string | null }>`
    select ${firstDue(sql`${key}`, sql`${hold_minutes}`)} as due`.execute(trx);
  return rows[0]!.due;
}

const firstDue = (automation_key: RawBuilder<unknown>, hold_minutes: RawBuilder<unknown>) => sql<
  string | null
>`(
  select min(coalesce(queued_date + make_interval(mins => ${hold_minutes}), modification_date))
  from automation_items where automation_key = ${automation_key} and status = 'queued')`;

/** Makes these automations due at findFirstDue. */
export async function placeFirstDue(trx: Database, automation_keys: number[]): Promise<void> {
  await placeFirstDueStatement(trx, { automation_keys });
}

const placeFirstDueStatement = prepare<{ automation_keys: number[] }, object>(
  'place_first_due',
  ['automation_keys'],
  ({ automation_keys }) => sql`
    update automations set due_date = ${firstDue(sql`automations.key`, sql`automations.hold_minutes`)}
    where key = ${anyKeys(automation_keys)}`,
);

type Run = {
  key: number;
  /** When a digest is due next; null for an automation that mails each item, which is due at findFirstDue. */
  next_due: string | null;
  timezone: string;
  /** The error; empty if the run succeeded, null if there was nothing to do. */
  error: string | null;
  now: string;
};

/** Stores that the automation has run, and when it is due next. The feeds of a run that is due by now have been fetched. */
export async function noteRun(
  trx: Database,
  { now, ...run }: Omit<Run, 'now'> & { now: Date },
): Promise<void> {
  await noteRunStatement(trx, { ...run, now: now.toISOString() });
}

const noteRunStatement = prepare<Run, object>(
  'note_run',
  ['key', 'next_due', 'timezone', 'error', 'now'],
  ({ key, next_due, timezone, error, now }) => sql`
    with due as (
      select case when cadence = 'every' then ${firstDue(sql`automations.key`, sql`automations.hold_minutes`)}
        else ${next_due}::timestamptz end as date
      from automations where key = ${key}
    )
    update automations set due_date = due.date, ready_date = case when due.date <= ${now}::timestamptz then ready_date end,
      due_timezone = ${timezone}, last_run_date = ${now}::timestamptz, last_error = coalesce(${error}, last_error)
    from due where key = ${key}`,
);

/** Moves items that are still `from`; returns how many. */
export async function moveItems(
  trx: Database,
  keys: number[],
  from: AutomationItemStatus[],
  to: ItemState & { email_id?: string },
  now: Date,
): Promise<number> {
  const moved = await moveItemsStatement(trx, {
    keys,
    from,
    status: to.status,
    reason: to.reason,
    email_id: to.email_id ?? null,
    date: now.toISOString(),
  });
  return moved.length;
}

type Moving = ItemState & {
  keys: number[];
  from: AutomationItemStatus[];
  email_id: string | null;
  date: string;
};

const moveItemsStatement = prepare<Moving, { key: number }>(
  'move_items',
  ['keys', 'from', 'status', 'reason', 'email_id', 'date'],
  ({ keys, from, status, reason, email_id, date }) => sql`
    update automation_items set status = ${status}, reason = ${reason}, email_id = coalesce(${email_id}, email_id),
      queued_date = null, withdrawn_date = null, modification_date = ${date}::timestamptz
    where key = ${anyKeys(keys)} and status = any(${from}::automation_item_status[])
    returning key`,
);

import { type Insertable, sql, type Updateable } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import { findNewsletterOf } from '../accounts/queries.ts';
import type { Database } from '../platform/database/connect.ts';
import { readPage } from '../platform/database/page.ts';
import type { Automations } from '../platform/database/schema.ts';
import type { Page } from '../platform/http/query.ts';
import { isId } from '../platform/ids.ts';
import type { Automation, AutomationRow, FeedRow } from './automation.ts';

function withFeed(db: Database) {
  return db
    .selectFrom('automations')
    .innerJoin('feeds', 'feeds.key', 'automations.feed_key')
    .leftJoin('feed_hubs', 'feed_hubs.feed_key', 'feeds.key')
    .selectAll('automations')
    .select([
      'feeds.fetch_url',
      'feeds.url as asked_url',
      'feeds.title',
      'feeds.site_url',
      'feeds.last_checked_date',
      'feeds.next_poll_date',
      'feeds.failures',
      'feeds.last_error as feed_error',
      'feed_hubs.hub_url',
      'feed_hubs.lease_until',
      sql<number>`(select count(*) from automation_items
        where automation_key = automations.key and status = 'held')`.as('held_count'),
      sql<Automation['held_reasons']>`(select coalesce(jsonb_agg(reasons), '[]') from (
        select reason, count(*) as count from automation_items where automation_key = automations.key and status = 'held'
        group by reason order by count(*) desc, reason limit 10) as reasons)`.as('held_reasons'),
    ]);
}

export async function insertAutomation(trx: Database, row: Insertable<Automations>): Promise<Automation> {
  const { key } = await trx.insertInto('automations').values(row).returning('key').executeTakeFirstOrThrow();
  return withFeed(trx).where('automations.key', '=', key).executeTakeFirstOrThrow();
}

export async function findAutomation(
  db: Database,
  newsletter_key: number,
  id: string,
): Promise<Automation | undefined> {
  if (!isId(id)) return undefined;
  return withFeed(db)
    .where('automations.newsletter_key', '=', newsletter_key)
    .where('automations.id', '=', id)
    .executeTakeFirst();
}

/** The feed of an automation of any newsletter, unless that rests or is no more. */
export async function findActiveFeedKey(db: Database, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('automations')
    .select('feed_key')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row?.feed_key;
}

/** As findAutomation, and nobody changes it before the end of the transaction. */
export async function lockAutomation(
  trx: Database,
  newsletter_key: number,
  id: string,
): Promise<Automation | undefined> {
  if (!isId(id)) return undefined;
  return withFeed(trx)
    .where('automations.newsletter_key', '=', newsletter_key)
    .where('automations.id', '=', id)
    .forUpdate('automations')
    .executeTakeFirst();
}

/** The automations of a newsletter that hold items for somebody to decide on. */
export async function listHolding(db: Database, newsletter_key: number): Promise<Automation[]> {
  return withFeed(db)
    .where('automations.newsletter_key', '=', newsletter_key)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('automation_items')
          .select('automation_items.key')
          .whereRef('automation_key', '=', 'automations.key')
          .where('automation_items.status', '=', 'held'),
      ),
    )
    .orderBy('automations.key')
    .execute();
}

export async function listAutomations(db: Database, newsletter_key: number, page: Page) {
  const all = withFeed(db).where('automations.newsletter_key', '=', newsletter_key);
  return readPage(all.orderBy('automations.key'), page);
}

/**
 * The automations of a feed that are active, `or_waiting` for their baseline. Nobody changes them before the end of the
 * transaction.
 */
export async function lockFollowers(
  trx: Database,
  feed_key: number,
  { or_waiting = false } = {},
): Promise<AutomationRow[]> {
  return trx
    .selectFrom('automations')
    .selectAll()
    .where('feed_key', '=', feed_key)
    .where(({ or, eb }) =>
      or([eb('status', '=', 'active'), ...(or_waiting ? [eb('on_next_poll', 'is not', null)] : [])]),
    )
    .orderBy('key')
    .forUpdate()
    .execute();
}

/** Whether an active automation wants the whole of the feed's next answer, be it the same as the last one or not. */
export async function isWholeFeedWanted(db: Database, feed_key: number): Promise<boolean> {
  const row = await db
    .selectFrom('automations')
    .select('key')
    .where('feed_key', '=', feed_key)
    .where('status', '=', 'active')
    .where('on_next_poll', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateAutomationRow(
  trx: Database,
  key: number,
  changes: Updateable<Automations>,
): Promise<void> {
  await trx.updateTable('automations').set(changes).where('key', '=', key).execute();
}

/** Answers whether there was one. The emails it made stay. */
export async function deleteAutomationRow(
  db: Database,
  newsletter_key: number,
  id: string,
): Promise<boolean> {
  if (!isId(id)) return false;
  const row = await db
    .deleteFrom('automations')
    .where('newsletter_key', '=', newsletter_key)
    .where('id', '=', id)
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether an automation that is due can act: its feed has been asked since, or was waited for long enough, or must not be
 * asked now. One that mails each item as it comes need not ask.
 */
function isReady(now: Date) {
  const date = now.toISOString();
  return sql<boolean>`(automations.cadence = 'every' and automations.hold_minutes = 0
    or coalesce(automations.ready_date <= ${date}::timestamptz, false)
    or coalesce(feeds.last_checked_date >= automations.due_date, false)
    or coalesce(feeds.busy_until > ${date}::timestamptz, false))`;
}

/**
 * Up to `most` feeds of automations that are due and wait for an answer of them. They are this caller's to ask: whether it
 * comes to that or not, from `until` on the automations act on what is known.
 */
export async function leaseFeedsToAsk(
  db: Database,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<FeedRow[]> {
  return db
    .with('leased', creator =>
      creator
        .updateTable('automations')
        .set({ ready_date: until.toISOString() })
        .where('key', 'in', ({ selectFrom }) =>
          selectFrom('automations')
            .innerJoin('feeds', 'feeds.key', 'automations.feed_key')
            .select('automations.key')
            .where('automations.status', '=', 'active')
            .where('due_date', '<=', now.toISOString())
            .where('ready_date', 'is', null)
            .where(({ not }) => not(isReady(now)))
            .orderBy('due_date')
            .limit(most)
            .forUpdate('automations')
            .skipLocked(),
        )
        .returning('feed_key'),
    )
    .selectFrom('feeds')
    .selectAll()
    .where('key', 'in', ({ selectFrom }) => selectFrom('leased').select('feed_key'))
    .execute();
}

/** Lets the automations act that waited for an answer of this feed. */
export async function endAsking(db: Database, feed_key: number, now: Date): Promise<void> {
  await db
    .updateTable('automations')
    .set({ ready_date: now.toISOString() })
    .where('feed_key', '=', feed_key)
    .where('ready_date', '>', now.toISOString())
    .execute();
}

/** How often the active automations of a feed want it to be asked, in minutes; null where one leaves that to the feed. */
export async function listPollMinutes(trx: Database, feed_key: number): Promise<(number | null)[]> {
  const rows = await trx
    .selectFrom('automations')
    .select('poll_minutes')
    .distinct()
    .where('feed_key', '=', feed_key)
    .where('status', '=', 'active')
    .execute();
  return rows.map(row => row.poll_minutes);
}

/** One active automation that is to act by now and can, with its newsletter; nobody else takes it before `trx` ends. */
export async function lockDueAutomation(
  trx: Database,
  now: Date,
): Promise<{ automation: Automation; newsletter: Newsletter } | undefined> {
  const automation = await withFeed(trx)
    .where('automations.status', '=', 'active')
    .where('automations.due_date', '<=', now.toISOString())
    .where(isReady(now))
    .orderBy('automations.due_date')
    .limit(1)
    .forUpdate('automations')
    .skipLocked()
    .executeTakeFirst();
  if (!automation) return undefined;
  const newsletter = await findNewsletterOf(trx, automation);
  return { automation, newsletter };
}

export type Displaced = AutomationRow & { timezone: string };

/** Active digests whose due date was reckoned in another zone than their newsletter has now. */
export async function listDisplaced(db: Database): Promise<Displaced[]> {
  return db
    .selectFrom('automations')
    .innerJoin('newsletters', 'newsletters.key', 'automations.newsletter_key')
    .selectAll('automations')
    .select('newsletters.timezone')
    .where('automations.status', '=', 'active')
    .where('automations.cadence', '<>', 'every')
    .where('automations.due_timezone', '<>', sql<string>`newsletters.timezone`)
    .execute();
}

/**
 * A newsletter that holds items which its owner has not been told of, and who was told of none for a day. Nobody else tells
 * of them before `trx` ends.
 */
export async function lockUntold(trx: Database, now: Date): Promise<{ newsletter_key: number } | undefined> {
  await sql`
    insert into automation_notices (newsletter_key)
    select distinct newsletter_key from automations
    where key in (select automation_key from automation_items where status = 'held')
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ newsletter_key: number }>`
    select newsletter_key from automation_notices as notices
    where coalesce(told_date, '-infinity') <= ${now.toISOString()}::timestamptz - interval '1 day'
      and exists (
        select from automations join automation_items on automation_key = automations.key
        where automations.newsletter_key = notices.newsletter_key and automation_items.status = 'held'
          and automation_items.modification_date > coalesce(told_date, '-infinity'))
    limit 1 for update skip locked`.execute(trx);
  return rows[0];
}

export async function markTold(trx: Database, newsletter_key: number, now: Date): Promise<void> {
  await trx
    .updateTable('automation_notices')
    .set({ told_date: now.toISOString() })
    .where('newsletter_key', '=', newsletter_key)
    .execute();
}

/** Gives it another due date, unless somebody did while it was looked at. */
export async function replaceDueDate(
  db: Database,
  { key, timezone, due_timezone }: Displaced,
  due: string | null,
): Promise<void> {
  await db
    .updateTable('automations')
    .set({ due_date: due, due_timezone: timezone })
    .where('key', '=', key)
    .where('status', '=', 'active')
    .where('due_timezone', '=', due_timezone)
    .execute();
}

import { type Insertable, sql, type Updateable } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import { findNewsletterOf } from '../accounts/queries.ts';
import type { Database } from '../platform/database/connect.ts';
import { readPage } from '../platform/database/page.ts';
import type { Automations } from '../platform/database/schema.ts';
import type { Page } from '../platform/http/query.ts';
import { isId } from '../platform/ids.ts';
import type { Automation, AutomationRow } from './automation.ts';

function withFeed(db: Database) {
  return db
    .selectFrom('automations')
    .innerJoin('feeds', 'feeds.key', 'automations.feed_key')
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

/** One active automation that is to act by now, with its newsletter; nobody else takes it before `trx` ends. */
export async function lockDueAutomation(
  trx: Database,
  now: Date,
): Promise<{ automation: Automation; newsletter: Newsletter } | undefined> {
  const automation = await withFeed(trx)
    .where('automations.status', '=', 'active')
    .where('automations.due_date', '<=', now.toISOString())
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

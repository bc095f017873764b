import { type RawBuilder, sql } from 'kysely';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { findNewsletterOf } from '../../accounts/queries.ts';
import type { Database } from '../../platform/database/connect.ts';
import { prepare, wholeRow } from '../../platform/database/prepared.ts';
import { fenceOpen } from '../../platform/fence/queries.ts';
import type { AutomationRow, FeedRow } from '../definition/automation.ts';

/** Whether a due automation waits for this feed: it has not been fetched since, and is neither gone nor busy. */
function isWaitedFor(now: RawBuilder<unknown>) {
  return sql<boolean>`(feeds.next_poll_date is not null
    and coalesce(feeds.last_checked_date < automations.due_date, true)
    and coalesce(feeds.busy_until <= ${now}::timestamptz, true))`;
}

/**
 * Whether a due automation can run: its feeds have been fetched since, or have been waited for long enough, or must not be fetched now. An
 * automation that mails each item as it arrives need not wait.
 */
function isReady(now: RawBuilder<unknown>) {
  return sql<boolean>`(automations.cadence = 'every' and automations.hold_minutes = 0
    or coalesce(automations.ready_date <= ${now}::timestamptz, false)
    or not exists (
      select from automation_feeds join feeds on feeds.key = automation_feeds.feed_key
      where automation_key = automations.key and ${isWaitedFor(now)}))`;
}

/**
 * Leases the feeds that due automations wait for: up to `most`, or all feeds of the automation that has waited longest.
 * From `until` on, the automations use the known items in any case.
 */
export async function leaseFeedsToAsk(
  db: Database,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<FeedRow[]> {
  const date = sql`${now.toISOString()}`;
  const { rows } = await sql<FeedRow>`
    with waiting as (
      select key, due_date from automations
      where ${fenceOpen} and status = 'active' and due_date <= ${date} and ready_date is null and not ${isReady(date)}
      order by due_date limit ${most} for update skip locked
    ), counted as (
      select key, sum((select count(*) from automation_feeds where automation_key = waiting.key)) over oldest as feeds,
        row_number() over oldest as place
      from waiting window oldest as (order by due_date, key)
    ), leased as (
      update automations set ready_date = ${until.toISOString()}
      where key in (select key from counted where feeds <= ${most} or place = 1) returning key, due_date
    )
    select * from feeds where exists (
      select from automation_feeds join leased as automations on automations.key = automation_key
      where feed_key = feeds.key and ${isWaitedFor(date)})`.execute(db);
  return rows;
}

/** Releases the automations that waited for a response of only this feed. */
export async function endAsking(db: Database, feed_key: number, now: Date): Promise<void> {
  const date = sql`${now.toISOString()}`;
  await sql`
    update automations set ready_date = ${date}
    where key in (select automation_key from automation_feeds where feed_key = ${feed_key})
      and ready_date > ${date}
      and not exists (
        select from automation_feeds join feeds on feeds.key = automation_feeds.feed_key
        where automation_key = automations.key and feeds.key <> ${feed_key} and ${isWaitedFor(date)})`.execute(
    db,
  );
}

/** One active automation that is due and can run, with its newsletter, locked until `trx` ends. */
export async function lockDueAutomation(
  trx: Database,
  now: Date,
): Promise<{ automation: AutomationRow; newsletter: Newsletter } | undefined> {
  const [automation] = await lockDueStatement(trx, { now: now.toISOString() });
  if (!automation) return undefined;
  const newsletter = await findNewsletterOf(trx, automation);
  return { automation, newsletter };
}

const lockDueStatement = prepare<{ now: string }, AutomationRow>(
  'lock_due_automation',
  ['now'],
  ({ now }) => sql`
    select ${wholeRow('automations')} from automations
    where status = 'active' and due_date <= ${now}::timestamptz and ${isReady(now)} and ${fenceOpen}
    order by due_date limit 1 for update skip locked`,
);

export type Displaced = AutomationRow & { timezone: string };

/** Whether an automation is due, or a digest's due date was computed in a different zone than its newsletter has now. */
export const hasDueAutomations = (now: RawBuilder<string>) => sql<boolean>`(
  (select key from automations where status = 'active' and due_date <= ${now} order by due_date limit 1) is not null
  or exists (
    select from automations join newsletters on newsletters.key = newsletter_key
    where automations.status = 'active' and cadence <> 'every' and due_timezone <> timezone))`;

/** Active digests whose due date was computed in a different zone than their newsletter has now. */
export async function listDisplaced(db: Database): Promise<Displaced[]> {
  return selectDigests(db)
    .where('automations.due_timezone', '<>', sql<string>`newsletters.timezone`)
    .execute();
}

/** Active digests that last ran after this time, as the clock was then. */
export async function listRunAfter(db: Database, date: Date): Promise<Displaced[]> {
  return selectDigests(db).where('automations.last_run_date', '>', date.toISOString()).execute();
}

/** Sets another due date, unless it has been changed meanwhile. */
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

/** Active digests with the time zone of their newsletter. */
function selectDigests(db: Database) {
  return db
    .selectFrom('automations')
    .innerJoin('newsletters', 'newsletters.key', 'automations.newsletter_key')
    .selectAll('automations')
    .select('newsletters.timezone')
    .where('automations.status', '=', 'active')
    .where('automations.cadence', '<>', 'every');
}

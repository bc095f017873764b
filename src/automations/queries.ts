import { type Insertable, sql, type Updateable } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import { findNewsletterOf } from '../accounts/queries.ts';
import type { Database } from '../platform/database/connect.ts';
import { readPage } from '../platform/database/page.ts';
import type { Automations } from '../platform/database/schema.ts';
import type { Page } from '../platform/http/query.ts';
import { isId } from '../platform/ids.ts';
import type { Automation, AutomationRow, FeedRow, FollowedFeed } from './automation.ts';
import type { OnNextPoll } from './item.ts';

function withFeeds(db: Database) {
  return db
    .selectFrom('automations')
    .selectAll('automations')
    .select([
      feedsOf.as('feeds'),
      sql<number>`(select count(*) from automation_items
        where automation_key = automations.key and status = 'held')`.as('held_count'),
      sql<Automation['held_reasons']>`(select coalesce(jsonb_agg(reasons), '[]') from (
        select reason, count(*) as count from automation_items where automation_key = automations.key and status = 'held'
        group by reason order by count(*) desc, reason limit 10) as reasons)`.as('held_reasons'),
    ]);
}

/** Timestamps inside JSON in the same format as outside. */
const inUtc = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const feedsOf = sql<FollowedFeed[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'key', feeds.key, 'asked_url', feeds.url, 'fetch_url', feeds.fetch_url, 'title', feeds.title,
    'last_checked_date', ${inUtc('feeds.last_checked_date')}, 'next_poll_date', ${inUtc('feeds.next_poll_date')},
    'last_error', feeds.last_error, 'hub_url', feed_hubs.hub_url, 'lease_until', ${inUtc('feed_hubs.lease_until')}
  ) order by place), '[]')
  from automation_feeds join feeds on feeds.key = automation_feeds.feed_key left join feed_hubs using (feed_key)
  where automation_key = automations.key)`;

export async function insertAutomation(trx: Database, row: Insertable<Automations>): Promise<number> {
  const { key } = await trx.insertInto('automations').values(row).returning('key').executeTakeFirstOrThrow();
  return key;
}

/** Sets the feeds that an automation follows, in order. For new ones, stores `on_next_poll`. */
export async function setFeeds(
  trx: Database,
  automation_key: number,
  feed_keys: readonly number[],
  on_next_poll: OnNextPoll,
  now: Date,
): Promise<void> {
  await sql`delete from automation_feeds
    where automation_key = ${automation_key} and feed_key <> all(${feed_keys}::bigint[])`.execute(trx);
  await sql`
    insert into automation_feeds (automation_key, feed_key, place, on_next_poll, creation_date)
    select ${automation_key}, key, n - 1, ${on_next_poll}::automation_item_status, ${now.toISOString()}
    from unnest(${feed_keys}::bigint[]) with ordinality as t(key, n)
    on conflict (automation_key, feed_key) do update set place = excluded.place`.execute(trx);
}

/** Sets the status for all items that the automation sees in the feed's next response. */
export async function setNextPoll(
  trx: Database,
  { automation_key, feed_key }: { automation_key: number; feed_key: number },
  on_next_poll: OnNextPoll,
): Promise<void> {
  await trx
    .updateTable('automation_feeds')
    .set({ on_next_poll })
    .where('automation_key', '=', automation_key)
    .where('feed_key', '=', feed_key)
    .where('on_next_poll', 'is distinct from', on_next_poll)
    .execute();
}

/** The settings for the next responses of an automation's feeds, and when it started with each. */
export async function listFollowed(trx: Database, automation_key: number) {
  return trx
    .selectFrom('automation_feeds')
    .select(['feed_key', 'on_next_poll', 'creation_date'])
    .where('automation_key', '=', automation_key)
    .orderBy('place')
    .execute();
}

export async function findAutomation(
  db: Database,
  newsletter_key: number,
  id: string,
): Promise<Automation | undefined> {
  if (!isId(id)) return undefined;
  return withFeeds(db)
    .where('automations.newsletter_key', '=', newsletter_key)
    .where('automations.id', '=', id)
    .executeTakeFirst();
}

/** The feeds of an active automation of any newsletter; none if it is inactive or deleted. */
export async function listActiveFeedKeys(db: Database, id: string): Promise<number[]> {
  const rows = await db
    .selectFrom('automations')
    .innerJoin('automation_feeds', 'automation_key', 'automations.key')
    .select('feed_key')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .orderBy('place')
    .execute();
  return rows.map(row => row.feed_key);
}

/** Like findAutomation, and locks it until the end of the transaction. */
export async function lockAutomation(
  trx: Database,
  newsletter_key: number,
  id: string,
): Promise<Automation | undefined> {
  if (!isId(id)) return undefined;
  return withFeeds(trx)
    .where('automations.newsletter_key', '=', newsletter_key)
    .where('automations.id', '=', id)
    .forUpdate('automations')
    .executeTakeFirst();
}

/** The automations of a newsletter with held items. */
export async function listHolding(db: Database, newsletter_key: number): Promise<Automation[]> {
  return withFeeds(db)
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

/** The newsletter's active automations. */
export async function listActive(db: Database, newsletter_key: number): Promise<Automation[]> {
  return withFeeds(db)
    .where('automations.newsletter_key', '=', newsletter_key)
    .where('automations.status', '=', 'active')
    .orderBy('automations.key')
    .execute();
}

export async function listAutomations(db: Database, newsletter_key: number, page: Page) {
  const all = withFeeds(db).where('automations.newsletter_key', '=', newsletter_key);
  return readPage(all.orderBy('automations.key'), page);
}

/** An automation that follows a feed, and the status for all items it sees in that feed's next response. */
export type Follower = AutomationRow & { on_next_poll: OnNextPoll };

/**
 * The active automations of a feed, or those `or_waiting` for their baseline, locked until the end of the transaction.
 */
export async function lockFollowers(
  trx: Database,
  feed_key: number,
  { or_waiting = false } = {},
): Promise<Follower[]> {
  return trx
    .selectFrom('automations')
    .innerJoin('automation_feeds', 'automation_key', 'automations.key')
    .selectAll('automations')
    .select(sql<OnNextPoll>`on_next_poll`.as('on_next_poll'))
    .where('feed_key', '=', feed_key)
    .where(({ or, eb }) =>
      or([eb('status', '=', 'active'), ...(or_waiting ? [eb('on_next_poll', 'is not', null)] : [])]),
    )
    .orderBy('automations.key')
    .forUpdate()
    .execute();
}

/** Those of these automations that follow another feed which is still being fetched. */
export async function findFollowersElsewhere(
  trx: Database,
  automation_keys: number[],
  feed_key: number,
): Promise<number[]> {
  const rows = await trx
    .selectFrom('automation_feeds')
    .innerJoin('feeds', 'feeds.key', 'feed_key')
    .select('automation_key')
    .distinct()
    .where('automation_key', '=', sql<number>`any(${automation_keys}::bigint[])`)
    .where('feed_key', '<>', feed_key)
    .where('next_poll_date', 'is not', null)
    .execute();
  return rows.map(row => row.automation_key);
}

/** Whether an active automation needs the complete next response of the feed, even if it is unchanged. */
export async function isWholeFeedWanted(db: Database, feed_key: number): Promise<boolean> {
  const row = await db
    .selectFrom('automation_feeds')
    .innerJoin('automations', 'automations.key', 'automation_key')
    .select('automation_key')
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

/** Returns whether it existed. Emails it has created are kept. */
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

/** Whether a due automation waits for this feed: not fetched since, and neither gone nor busy. */
function isWaitedFor(now: Date) {
  return sql<boolean>`(feeds.next_poll_date is not null
    and coalesce(feeds.last_checked_date < automations.due_date, true)
    and coalesce(feeds.busy_until <= ${now.toISOString()}::timestamptz, true))`;
}

/**
 * Whether a due automation can run: its feeds have been fetched since, were waited for long enough, or must not be
 * fetched now. An automation that mails each item as it arrives need not wait.
 */
function isReady(now: Date) {
  return sql<boolean>`(automations.cadence = 'every' and automations.hold_minutes = 0
    or coalesce(automations.ready_date <= ${now.toISOString()}::timestamptz, false)
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
  const { rows } = await sql<FeedRow>`
    with waiting as (
      select key, due_date from automations
      where status = 'active' and due_date <= ${now.toISOString()} and ready_date is null and not ${isReady(now)}
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
      where feed_key = feeds.key and ${isWaitedFor(now)})`.execute(db);
  return rows;
}

/** Releases the automations that waited for a response of only this feed. */
export async function endAsking(db: Database, feed_key: number, now: Date): Promise<void> {
  await sql`
    update automations set ready_date = ${now.toISOString()}
    where key in (select automation_key from automation_feeds where feed_key = ${feed_key})
      and ready_date > ${now.toISOString()}
      and not exists (
        select from automation_feeds join feeds on feeds.key = automation_feeds.feed_key
        where automation_key = automations.key and feeds.key <> ${feed_key} and ${isWaitedFor(now)})`.execute(
    db,
  );
}

/** How often the active automations of a feed want it fetched, in minutes; null if one leaves that to the feed. */
export async function listPollMinutes(trx: Database, feed_key: number): Promise<(number | null)[]> {
  const rows = await trx
    .selectFrom('automations')
    .innerJoin('automation_feeds', 'automation_key', 'automations.key')
    .select('poll_minutes')
    .distinct()
    .where('feed_key', '=', feed_key)
    .where('status', '=', 'active')
    .execute();
  return rows.map(row => row.poll_minutes);
}

/** One active automation that is due and can run, with its newsletter, locked until `trx` ends. */
export async function lockDueAutomation(
  trx: Database,
  now: Date,
): Promise<{ automation: Automation; newsletter: Newsletter } | undefined> {
  const automation = await withFeeds(trx)
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

/** Active digests whose due date was computed in a different zone than their newsletter has now. */
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
 * A newsletter with held items that its owner has not been notified of, and no notification within a day. Locked until
 * `trx` ends.
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

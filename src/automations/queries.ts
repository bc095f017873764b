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

/** Timestamps within JSON as they are outside of it. */
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

/** The feeds that an automation follows from now on, in this order. Of one that is new to it, `on_next_poll` is noted. */
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

/** What becomes of all that the automation meets in the next answer of the feed. */
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

/** What was noted of the next answers of an automation's feeds, and when it began with each. */
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

/** The feeds of an automation of any newsletter; none if that rests or is no more. */
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

/** As findAutomation, and nobody changes it before the end of the transaction. */
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

/** The automations of a newsletter that hold items for somebody to decide on. */
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

export async function listAutomations(db: Database, newsletter_key: number, page: Page) {
  const all = withFeeds(db).where('automations.newsletter_key', '=', newsletter_key);
  return readPage(all.orderBy('automations.key'), page);
}

/** An automation that follows a feed, and what becomes of all that it meets in that feed's next answer. */
export type Follower = AutomationRow & { on_next_poll: OnNextPoll };

/**
 * The automations of a feed that are active, `or_waiting` for their baseline. Nobody changes them before the end of the
 * transaction.
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

/** Those of these automations that follow another feed which is still asked. */
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

/** Whether an active automation wants the whole of the feed's next answer, be it the same as the last one or not. */
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

/** Whether a feed is one that an automation which is due waits for: not asked since, and neither gone nor busy. */
function isWaitedFor(now: Date) {
  return sql<boolean>`(feeds.next_poll_date is not null
    and coalesce(feeds.last_checked_date < automations.due_date, true)
    and coalesce(feeds.busy_until <= ${now.toISOString()}::timestamptz, true))`;
}

/**
 * Whether an automation that is due can act: its feeds have been asked since, or were waited for long enough, or must not
 * be asked now. One that mails each item as it comes need not ask.
 */
function isReady(now: Date) {
  return sql<boolean>`(automations.cadence = 'every' and automations.hold_minutes = 0
    or coalesce(automations.ready_date <= ${now.toISOString()}::timestamptz, false)
    or not exists (
      select from automation_feeds join feeds on feeds.key = automation_feeds.feed_key
      where automation_key = automations.key and ${isWaitedFor(now)}))`;
}

/**
 * The feeds of automations that are due and wait for their answers: up to `most`, or all of the automation that has waited
 * longest. They are this caller's to ask: whether it comes to that or not, from `until` on the automations act on what is
 * known.
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

/** Lets the automations act that waited for an answer of this feed, and of no other. */
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

/** How often the active automations of a feed want it to be asked, in minutes; null where one leaves that to the feed. */
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

/** One active automation that is to act by now and can, with its newsletter; nobody else takes it before `trx` ends. */
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

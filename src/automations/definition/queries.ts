import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Automations } from '../../platform/database/schema.ts';
import type { Page } from '../../platform/http/query.ts';
import { readPage } from '../../platform/http/read-page.ts';
import { isId } from '../../platform/ids.ts';
import type { Automation, FollowedFeed, OnNextPoll } from './automation.ts';

/** Selects automations with the state of their feeds. */
export function withFeeds(db: Database) {
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

/** Writes a timestamp inside JSON in the same format as outside. */
const inUtc = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const feedsOf = sql<FollowedFeed[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'key', feeds.key, 'asked_url', feeds.url, 'fetch_url', feeds.fetch_url, 'title', feeds.title,
    'last_checked_date', ${inUtc('feeds.last_checked_date')}, 'next_poll_date', ${inUtc('feeds.next_poll_date')},
    'last_success_date', ${inUtc('feeds.last_success_date')}, 'failures', feeds.failures, 'last_error', feeds.last_error, 'hub_url', feed_hubs.hub_url, 'lease_until', ${inUtc('feed_hubs.lease_until')}
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

/** Lists the feeds of an active automation of any newsletter; none if it is inactive or deleted. */
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

/** Lists the newsletter's active automations. */
export async function listActive(db: Database, newsletter_key: number): Promise<Automation[]> {
  return withFeeds(db)
    .where('automations.newsletter_key', '=', newsletter_key)
    .where('automations.status', '=', 'active')
    .orderBy('automations.key')
    .execute();
}

/** All automations of the newsletter. */
export async function listAll(db: Database, newsletter_key: number): Promise<Automation[]> {
  return withFeeds(db)
    .where('automations.newsletter_key', '=', newsletter_key)
    .orderBy('automations.key')
    .execute();
}

export async function listAutomations(db: Database, newsletter_key: number, page: Page) {
  const all = withFeeds(db).where('automations.newsletter_key', '=', newsletter_key);
  return readPage(all.orderBy('automations.key'), page);
}

export async function updateAutomationRow(
  trx: Database,
  key: number,
  changes: Updateable<Automations>,
): Promise<void> {
  await trx.updateTable('automations').set(changes).where('key', '=', key).execute();
}

/** Deletes the automation, and returns whether it existed. Emails it has created are kept. */
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

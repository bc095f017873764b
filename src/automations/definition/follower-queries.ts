import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { prepare, wholeRow } from '../../platform/database/prepared.ts';
import type { AutomationRow, OnNextPoll } from './automation.ts';

/** Returns the active automations that follow the feed with this key: the text of a `from` clause. */
const followers = (feed_key: RawBuilder<unknown>) => sql`
  automation_feeds join automations on automations.key = automation_key
  where automation_feeds.feed_key = ${feed_key} and automations.status = 'active'`;

/** A condition: whether an active automation follows the feed with the key in this column. */
export function isFollowed(feed_key: 'feeds.key' | 'feed_hubs.feed_key') {
  return sql<boolean>`exists (select from ${followers(sql.ref(feed_key))})`;
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

/** Clears the statuses that setNextPoll has stored, after the response, for the automations that they were stored for. */
export async function clearNextPoll(
  trx: Database,
  feed_key: number,
  automation_keys: number[],
): Promise<void> {
  await trx
    .updateTable('automation_feeds')
    .set({ on_next_poll: null })
    .where('feed_key', '=', feed_key)
    .where('automation_key', '=', sql<number>`any(${automation_keys}::bigint[])`)
    .execute();
}

/** Lists the settings for the next responses of an automation's feeds, and when it started with each. */
export async function listFollowed(trx: Database, automation_key: number) {
  return trx
    .selectFrom('automation_feeds')
    .select(['feed_key', 'on_next_poll', 'creation_date'])
    .where('automation_key', '=', automation_key)
    .orderBy('place')
    .execute();
}

/** An automation that follows a feed, and the status for all items it sees in that feed's next response. */
export type Follower = AutomationRow & { on_next_poll: OnNextPoll };

/** Returns the active automations of a feed, or those `or_waiting` for their baseline, locked until the end of the transaction. */
export async function lockFollowers(
  trx: Database,
  feed_key: number,
  { or_waiting = false } = {},
): Promise<Follower[]> {
  return lockFollowersStatement(trx, { feed_key, or_waiting });
}

const lockFollowersStatement = prepare<{ feed_key: number; or_waiting: boolean }, Follower>(
  'lock_followers',
  ['feed_key', 'or_waiting'],
  ({ feed_key, or_waiting }) => sql`
    select ${wholeRow('automations')}, on_next_poll from automations join automation_feeds on automation_key = automations.key
    where feed_key = ${feed_key} and (status = 'active' or ${or_waiting}::boolean and on_next_poll is not null)
    order by automations.key for update`,
);

/** Those of these automations that follow another feed that is still being fetched. */
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
export const wantsWholeFeed = (feed_key: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from ${followers(feed_key)} and on_next_poll is not null)`;

/**
 * Selects the wanted intervals between fetches of a feed, in minutes, of its active automations; null for one that leaves the interval to
 * the feed.
 */
export const pollMinutesOf = (feed_key: RawBuilder<unknown>) =>
  sql<(number | null)[]>`array(select distinct poll_minutes from ${followers(feed_key)})`;

/** Returns the value of `wantsWholeFeed`. */
export async function isWholeFeedWanted(db: Database, feed_key: number): Promise<boolean> {
  const { rows } = await sql<{ is_wanted: boolean }>`
    select ${wantsWholeFeed(sql`${feed_key}`)} as is_wanted`.execute(db);
  return rows[0]!.is_wanted;
}

/** Returns the list of `pollMinutesOf`. */
export async function listPollMinutes(trx: Database, feed_key: number): Promise<(number | null)[]> {
  const { rows } = await sql<{ minutes: (number | null)[] }>`
    select ${pollMinutesOf(sql`${feed_key}`)} as minutes`.execute(trx);
  return rows[0]!.minutes;
}

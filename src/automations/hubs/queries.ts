import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Hub } from '../../engines/feeds/hub.ts';
import type { Database } from '../../platform/database/connect.ts';
import { runPrepared } from '../../platform/database/prepared.ts';
import type { FeedHubs } from '../../platform/database/schema.ts';
import { fenceOpen } from '../../platform/fence/queries.ts';
import { isFollowed } from '../definition/follower-queries.ts';

export type HubRow = Selectable<FeedHubs>;

/** Stores the feed's current hub; a new one is contacted as soon as possible. */
export async function noteHub(trx: Database, feed_key: number, hub: Hub | null, now: Date): Promise<void> {
  if (hub === null) {
    await runPrepared(trx, trx.deleteFrom('feed_hubs').where('feed_key', '=', feed_key).compile());
    return;
  }
  const fresh = {
    ...hub,
    next_try_date: now.toISOString(),
    asked_date: null,
    lease_until: null,
    failures: 0,
    last_error: '',
  };
  await trx
    .insertInto('feed_hubs')
    .values({ feed_key, ...fresh })
    .onConflict(conflict =>
      conflict
        .column('feed_key')
        .doUpdateSet(fresh)
        .where(
          sql<boolean>`(feed_hubs.hub_url, feed_hubs.topic_url) is distinct from (excluded.hub_url, excluded.topic_url)`,
        ),
    )
    .execute();
}

export const hasDueHubs = (now: RawBuilder<string>) =>
  sql<boolean>`exists (select from feed_hubs where next_try_date <= ${now} and ${isFollowed('feed_hubs.feed_key')})`;

/**
 * Leases up to `most` hubs that are due, of followed feeds. Until a hub has agreed, it is contacted again after one,
 * two, four … hours, at most a day.
 */
export async function leaseDueHubs(
  db: Database,
  { now, most }: { now: Date; most: number },
): Promise<HubRow[]> {
  const date = now.toISOString();
  return db
    .updateTable('feed_hubs')
    .set({
      asked_date: date,
      failures: sql`failures + 1`,
      next_try_date: sql`${date}::timestamptz + least(power(2, least(failures, 10)), 24) * interval '1 hour'`,
    })
    .where('feed_key', 'in', ({ selectFrom }) =>
      selectFrom('feed_hubs')
        .select('feed_key')
        .where('next_try_date', '<=', date)
        .where(fenceOpen)
        .where(isFollowed('feed_hubs.feed_key'))
        .orderBy('next_try_date')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

/** Finds the hub of a feed that an active automation follows. */
export async function findHub(db: Database, feed_key: number): Promise<HubRow | undefined> {
  return db
    .selectFrom('feed_hubs')
    .selectAll()
    .where('feed_key', '=', feed_key)
    .where(isFollowed('feed_hubs.feed_key'))
    .executeTakeFirst();
}

/** Notes that the hub has agreed for this long; the subscription is renewed after four fifths of that time. */
export async function confirmHub(db: Database, feed_key: number, seconds: number, now: Date): Promise<void> {
  const date = now.toISOString();
  await db
    .updateTable('feed_hubs')
    .set({
      lease_until: sql`${date}::timestamptz + ${seconds} * interval '1 second'`,
      next_try_date: sql`${date}::timestamptz + greatest(${seconds} * 0.8, 600) * interval '1 second'`,
      failures: 0,
      last_error: '',
    })
    .where('feed_key', '=', feed_key)
    .where('asked_date', 'is not', null)
    .execute();
}

/** Notes that the hub has refused; it is contacted again another day. */
export async function noteDenial(
  db: Database,
  feed_key: number,
  last_error: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('feed_hubs')
    .set({
      last_error,
      lease_until: null,
      next_try_date: sql`${now.toISOString()}::timestamptz + interval '1 day'`,
    })
    .where('feed_key', '=', feed_key)
    .execute();
}

export async function noteHubError(db: Database, feed_key: number, last_error: string): Promise<void> {
  await db.updateTable('feed_hubs').set({ last_error }).where('feed_key', '=', feed_key).execute();
}

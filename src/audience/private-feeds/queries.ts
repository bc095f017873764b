import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Page } from '../../platform/http/query.ts';
import { readPage } from '../../platform/http/read-page.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';
import type { Owned, PrivateFeed } from './feed.ts';

/** Gives the subscriber a feed, or a new address for the feed they have, which ends the old address. */
export async function openFeed(
  db: Database,
  { key, newsletter_key }: { key: number; newsletter_key: number },
): Promise<PrivateFeed> {
  const id = newId();
  return db
    .insertInto('private_feeds')
    .values({ subscriber_key: key, newsletter_key, id })
    .onConflict(conflict =>
      conflict
        .column('subscriber_key')
        .doUpdateSet({ id, creation_date: sql`now()`, fetches: 0, last_fetch_date: null }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Ends the subscriber's feed. False if they have none. */
export async function closeFeed(db: Database, subscriber_key: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('private_feeds')
    .where('subscriber_key', '=', subscriber_key)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function findFeed(db: Database, subscriber_key: number): Promise<PrivateFeed | undefined> {
  return db
    .selectFrom('private_feeds')
    .selectAll()
    .where('subscriber_key', '=', subscriber_key)
    .executeTakeFirst();
}

/** Counts a fetch of the feed with this address. Returns its owner; undefined if the address has been replaced or ended. */
export async function countFetch(
  db: Database,
  id: string,
): Promise<Pick<Subscriber, 'key' | 'newsletter_key' | 'mail_state'> | undefined> {
  const { rows } = await sql<Pick<Subscriber, 'key' | 'newsletter_key' | 'mail_state'>>`
    update private_feeds set fetches = fetches + 1, last_fetch_date = now()
    from subscribers where private_feeds.id = ${id} and subscribers.key = subscriber_key
    returning subscribers.key, subscribers.newsletter_key, mail_state`.execute(db);
  return rows[0];
}

/** Lists the feeds of the newsletter, or of these subscribers, the newest subscribers first. */
export async function listPrivateFeeds(
  db: Database,
  newsletter_key: number,
  { subscriber_id, ...page }: Page & { subscriber_id?: string[] | undefined },
): Promise<{ results: Owned[]; count: number }> {
  const all = db
    .selectFrom('private_feeds')
    .innerJoin('subscribers', 'subscribers.key', 'subscriber_key')
    .selectAll('private_feeds')
    .select(['subscribers.id as subscriber_id', 'email_address'])
    .where('private_feeds.newsletter_key', '=', newsletter_key)
    .$if(subscriber_id !== undefined, query =>
      query.where('subscribers.id', '=', sql<string>`any(${subscriber_id!.filter(isId)}::uuid[])`),
    )
    .orderBy('subscriber_key', 'desc');
  return readPage(all, page);
}

import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';

export type Asked = { subscriber: Subscriber; newsletter: Newsletter };

/** Finds the subscriber with this id and their newsletter; undefined if there is none. */
export async function findAsked(db: Database, subscriber_id: string): Promise<Asked | undefined> {
  const subscriber = await db
    .selectFrom('subscribers')
    .selectAll()
    .where('id', '=', subscriber_id)
    .executeTakeFirst();
  if (!subscriber) return undefined;
  const newsletter = await db
    .selectFrom('newsletters')
    .selectAll()
    .where('key', '=', subscriber.newsletter_key)
    .executeTakeFirst();
  return newsletter && { subscriber, newsletter };
}

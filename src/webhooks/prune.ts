import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { deleteSome } from '../platform/database/delete-some.ts';

const isGone = sql`not exists (select from webhooks where webhooks.key = webhook_key)`;

/** Deletes at most `limit` attempts from before that time, or to webhooks that are gone. Returns how many. */
export async function pruneAttempts(db: Database, before: Date, limit: number): Promise<number> {
  const old = sql`creation_date < ${before.toISOString()}`;
  const aged = await deleteSome(db, 'webhook_attempts', old, limit, 'creation_date');
  return aged > 0 ? aged : deleteSome(db, 'webhook_attempts', isGone, limit);
}

/** Deletes at most `limit` pending deliveries of webhooks that are gone. Returns how many. */
export async function pruneUntold(db: Database, limit: number): Promise<number> {
  return deleteSome(db, 'webhook_deliveries', isGone, limit);
}

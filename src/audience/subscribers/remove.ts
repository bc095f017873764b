import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { deleteSome } from '../../platform/database/delete-some.ts';

/** Deletes at most `limit` subscribers of the newsletter, then of its suppressions. Returns how many rows it deleted. */
export async function removeSubscribers(
  db: Database,
  newsletter_key: number,
  limit: number,
): Promise<number> {
  const own = sql`newsletter_key = ${newsletter_key}`;
  const removed = await deleteSome(db, 'subscribers', own, limit);
  return removed > 0 ? removed : deleteSome(db, 'suppressions', own, limit);
}

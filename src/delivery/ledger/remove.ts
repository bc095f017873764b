import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { deleteSome } from '../../platform/database/delete-some.ts';

/** Deletes at most `limit` rows of the email from the ledger and returns how many. The counts of its chunks stay. */
export async function removeDeliveries(db: Database, email_key: number, limit: number): Promise<number> {
  return deleteSome(db, 'deliveries', ['email_key', 'subscriber_key'], sql`email_key = ${email_key}`, limit);
}

import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/**
 * Deletes at most `limit` rows of the email from the ledger; returns how many. The counts of its chunks stay. Reads
 * only the email's partition.
 */
export async function removeDeliveries(db: Database, email_key: number, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with next as materialized (
      select subscriber_key from deliveries
      where email_key = ${email_key} order by subscriber_key limit ${limit} for update skip locked
    )
    -- The range bounds what is read, whatever PostgreSQL makes of the list.
    delete from deliveries
    where email_key = ${email_key} and subscriber_key = any(array(select subscriber_key from next))
      and subscriber_key between (select min(subscriber_key) from next) and (select max(subscriber_key) from next)`.execute(
    db,
  );
  return Number(numAffectedRows);
}

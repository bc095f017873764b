import { sql } from 'kysely';
import { forgetToldFacts } from '../journal/record.ts';
import type { Database } from '../platform/database/connect.ts';

/**
 * Deletes all pending deliveries to webhooks. The events stay in the journal, and can be replayed. Returns how many deliveries there were.
 */
export async function dropDeliveries(trx: Database): Promise<number> {
  const { rows } = await sql<{
    event_key: number;
  }>`delete from webhook_deliveries returning event_key`.execute(trx);
  await forgetToldFacts(trx, [...new Set(rows.map(({ event_key }) => event_key))]);
  return rows.length;
}

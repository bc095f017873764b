import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { type Ended, isLeaseOf } from '../platform/rounds/processes.ts';

/** Makes the requests that these processes were making due again now. Returns how many. */
export async function takeOverDeliveries(trx: Database, ended: Ended[], now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    with held as materialized (
      select event_key, webhook_key from webhook_deliveries where ${isLeaseOf(ended, sql`lease`)}
      order by event_key, webhook_key for update
    )
    update webhook_deliveries delivery set next_attempt_date = ${now.toISOString()}, lease = null from held
    where delivery.event_key = held.event_key and delivery.webhook_key = held.webhook_key`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

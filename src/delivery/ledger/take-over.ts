import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { type Ended, isLeaseOf } from '../../platform/rounds/processes.ts';

/** Ends the leases that these processes had on chunks, so that others continue them now. Returns how many. */
export async function takeOverChunks(trx: Database, ended: Ended[]): Promise<number> {
  const { numAffectedRows } = await sql`
    with held as materialized (
      select email_key, first_key from delivery_chunks
      where next_attempt_date is not null and ${isLeaseOf(ended, sql`lease`)}
      order by email_key, first_key for update
    )
    update delivery_chunks chunk set lease_until = now() - interval '1 second' from held
    where chunk.email_key = held.email_key and chunk.first_key = held.first_key`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

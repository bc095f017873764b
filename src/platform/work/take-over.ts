import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { type Ended, isLeaseOf } from '../rounds/processes.ts';
import { workTables } from './claim.ts';

/** Makes the work that these processes had taken due now. */
export async function takeOverWork(trx: Database, ended: Ended[]): Promise<number> {
  let count = 0;
  for (const table of workTables) {
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set work_date = now(), work_lease = null
      where id in (select id from ${sql.table(table)} where ${isLeaseOf(ended, sql`work_lease`)} order by id for update)`.execute(
      trx,
    );
    count += Number(numAffectedRows ?? 0n);
  }
  return count;
}

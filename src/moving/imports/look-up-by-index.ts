import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/**
 * Makes the planner use indexes, and none of the `avoided` steps, for the rest of the transaction. Its statistics are older than the rows
 * that an import stages and inserts, so it would read whole tables for each batch. Every look-up of an import has an index.
 */
export async function lookUpByIndex(
  trx: Database,
  ...avoided: ('sort' | 'hashjoin' | 'mergejoin')[]
): Promise<void> {
  for (const step of ['seqscan', ...avoided])
    await sql`set local ${sql.raw(`enable_${step}`)} = off`.execute(trx);
  await sql`set local work_mem = '16MB'`.execute(trx); // a batch stays in memory
}

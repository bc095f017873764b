import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { prepare } from '../database/prepared.ts';
import { workChannel } from '../rounds/announce.ts';
import type { WorkTable } from './claim.ts';

/**
 * Makes the row due at `date`, or now, in the transaction of the change that requires it, so that neither happens without the other. An
 * earlier date is replaced. A worker that has the row at this moment loses its claim, so no change is missed.
 */
export async function requestWork(
  trx: Database,
  table: WorkTable,
  id: string,
  date: Date | null = null,
): Promise<void> {
  await requestOf(table)(trx, { id, date: date?.toISOString() ?? null });
}

const statements = new Map<WorkTable, ReturnType<typeof writeRequest>>();

function requestOf(table: WorkTable) {
  const known = statements.get(table) ?? writeRequest(table);
  statements.set(table, known);
  return known;
}

function writeRequest(table: WorkTable) {
  return prepare<{ id: string; date: string | null }, object>(
    `request ${table}`,
    ['id', 'date'],
    ({ id, date }) => sql`
      with requested as (
        update ${sql.table(table)}
        set work_date = coalesce(${date}::timestamptz, now()), work_lease = null, work_tries = 0, work_trouble = ''
        where id = ${id}::uuid returning work_date
      )
      select pg_notify(${sql.lit(workChannel)}, ${sql.lit(table)}) from requested where work_date <= now()`,
  );
}

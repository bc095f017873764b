import { type RawBuilder, sql } from 'kysely';
import type { Database } from './connect.ts';
import type { DB } from './schema.ts';

/**
 * Deletes at most `limit` rows that meet the condition, in `order` if given, and returns how many. Rows that others have locked are left
 * for the next time. The rows are found again by their physical place, because PostgreSQL may read the whole table for a join with their
 * keys; therefore the table must not be partitioned.
 */
export async function deleteSome<Table extends keyof DB & string>(
  db: Database,
  table: Table,
  where: RawBuilder<unknown>,
  limit: number,
  order?: keyof DB[Table] & string,
): Promise<number> {
  const inOrder = order ? sql`order by ${sql.ref(order)}` : sql``;
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${where} ${inOrder} limit ${limit} for update skip locked
    ))`.execute(db);
  return Number(numAffectedRows);
}

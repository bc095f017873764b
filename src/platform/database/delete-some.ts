import { type RawBuilder, sql } from 'kysely';
import type { Database } from './connect.ts';
import type { DB } from './schema.ts';

/**
 * Deletes at most `limit` rows of the table that meet the condition, in `order` if given, and returns how many. `key` names
 * the columns of its primary key. Rows that others have locked are left for the next time.
 */
export async function deleteSome<Table extends keyof DB & string>(
  db: Database,
  table: Table,
  key: (keyof DB[Table] & string)[],
  where: RawBuilder<unknown>,
  limit: number,
  order?: keyof DB[Table] & string,
): Promise<number> {
  const columns = sql.join(key.map(name => sql.ref(name)));
  const inOrder = order ? sql`order by ${sql.ref(order)}` : sql``;
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${where} ${inOrder} limit ${limit} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows);
}

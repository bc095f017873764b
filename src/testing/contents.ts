import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { comparable } from './rows.ts';

/**
 * Returns every row of every table, for comparison: a refused request must not leave a trace, except for the time at which its key was
 * used. Leaves out the audit log, which also records requests that changed nothing, and everything that the background writes: the schedule
 * of the cleaning, the counts by domain and their marks.
 */
export async function readContents(db: Database): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname = 'public' and tablename not in ('audit_log', 'cleanings', 'domain_counts')
    order by 1`.execute(db);
  const contents: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - 'last_used_date' - 'is_counted')::text as row from ${comparable(name)} t order by 1`.execute(
      db,
    );
    contents[name] = rows.map(({ row }) => row);
  }
  return contents;
}

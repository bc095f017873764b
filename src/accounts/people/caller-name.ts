import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/** Finds the name of the key or person with this id, as a caller has it; empty for nobody, and for one that is gone. */
export async function findCallerName(db: Database, by: string | null): Promise<string> {
  if (by === null) return '';
  const { rows } = await sql<{ name: string }>`
    select name from api_keys where id = ${by}
    union all select coalesce(nullif(name, ''), email_address) from people where id = ${by}`.execute(db);
  return rows[0]?.name ?? '';
}

import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';

/**
 * Returns how many rows PostgreSQL has read of each of these tables so far, including their partitions. The connections of `db`, this many,
 * first report theirs, which they otherwise do within ten seconds.
 */
export async function rowsRead(
  db: Database,
  connections: number,
  tables: readonly string[],
): Promise<number[]> {
  const report = () => sql`select pg_stat_force_next_flush(), pg_sleep(0.02)`.execute(db);
  await Promise.all(Array.from({ length: connections }, report));
  const { rows } = await sql<{ read: number[] }>`
    select array(
      select (
        select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint
        from pg_stat_user_tables left join pg_inherits on inhrelid = relid
        where coalesce(inhparent, relid) = name::regclass
      ) from unnest(${tables}::text[]) with ordinality as wanted (name, place) order by place
    ) as read`.execute(db);
  return rows[0]!.read;
}

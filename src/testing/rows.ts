import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';

/** Returns every row of each of our tables, as text and sorted. A partitioned table counts as one. */
export async function readRows(db: Database): Promise<Map<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`.execute(
    db,
  );
  const found = new Map<string, string[]>();
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${comparable(name)} t order by 1`.execute(db);
    found.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return found;
}

/** Returns the rows of a table for comparison with later ones. Counts are summed up, because the cleaning may do so at any time. */
export function comparable(name: string): RawBuilder<unknown> {
  if (name === 'growth' || name === 'public.growth')
    return sql`(select newsletter_key, day, reason, sum(count) from growth group by 1, 2, 3)`;
  if (name === 'subscriber_counts' || name === 'public.subscriber_counts')
    return sql`(select newsletter_key, sum(count) from subscriber_counts group by 1 having sum(count) <> 0)`;
  return sql.table(name);
}

/**
 * Returns the structure that migrations create: columns, constraints, indexes, triggers, functions. The names of a partition's own indexes
 * are left out, so that two structures can be compared.
 */
export async function readStructure(db: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select format('column %s.%s %s %s %s %s %s', c.relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
      attgenerated, pg_get_expr(adbin, adrelid)) as line
    from pg_attribute a join pg_class c on c.oid = attrelid
    left join pg_attrdef d on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
    union all
    select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'
    union all
    select case when relispartition then regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \\S+', 'INDEX') else pg_get_indexdef(indexrelid) end
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace
    union all
    select format('%s %s', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
    union all
    select format('partition %s %s %s', relname, pg_get_expr(relpartbound, oid), reloptions) from pg_class
    where relispartition and relkind = 'r' and relnamespace = 'public'::regnamespace
    order by 1`.execute(db);
  return rows.map(({ line }) => line);
}

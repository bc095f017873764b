import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';

/** Tables of the installation as a whole. They do not grow when other newsletters do the same. */
const settled = [
  'cleanings',
  'fence',
  'inbox_total',
  'installation',
  'kysely_migration',
  'link_secrets',
  'subscriber_counts',
];

type Column = {
  name: string;
  type: string;
  is_unique: boolean;
  /** The table whose key it refers to; null if it refers to none. */
  of: string | null;
};
type Table = { name: string; columns: Column[] };

/**
 * Copies every row of each of our tables `count` times, as if as many newsletters had done the same. Nine of ten copies belong to a new
 * newsletter, the rest to the newsletter of the original. Copied rows refer to the copies of what the original referred to. No triggers
 * run.
 */
export async function copyRows(db: Database, count: number): Promise<void> {
  const tables = await listTables(db);
  const spans = await readSpans(db, tables);
  await db.transaction().execute(async trx => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`create temporary table own_ids on commit drop as select id from newsletters`.execute(trx);
    for (const { name, columns } of tables) {
      const isOwned = ['newsletters', 'tenants'].includes(name);
      await sql`
        insert into ${sql.table(name)} (${sql.join(columns.map(column => sql.ref(column.name)))}) overriding system value
        select ${sql.raw(columns.map(column => copyOf(column, spans)).join(', '))}
        from (table ${sql.table(name)}) t cross join generate_series(1, ${count}::int) n
        where ${isOwned ? sql`n % 10 <> 0` : sql`true`}
        on conflict do nothing`.execute(trx);
    }
  });
}

/** Returns the column in the copy numbered `n`, as SQL. */
function copyOf({ name, type, is_unique, of }: Column, spans: Map<string, number>): string {
  const value = `t."${name}"`;
  const span = of === null || type === 'uuid' ? undefined : spans.get(of);
  if (type !== 'uuid' && (of === 'tenants' || of === 'newsletters'))
    return `${value} + case when n % 10 = 0 then 0 else n * ${spans.get('tenants')} end`;
  if (span !== undefined) return `${value} + n * ${span}`;
  if (type === 'uuid')
    return `case when n % 10 = 0 and ${value} in (table own_ids) then ${value} else md5(${value}::text || n)::uuid end`;
  if (!is_unique || name === 'status') return value;
  if (name === 'secondary_id') return `${value} + n * 10000`;
  if (type === 'text') return `${value} || '-' || n`;
  if (type === 'bytea')
    return `substring(sha256(${value} || n::text::bytea) for greatest(length(${value}), 8))`;
  if (type === 'bigint[]') return `${value} || n::bigint`;
  return value;
}

/** Returns the distance between the keys of two copies, by table. */
async function readSpans(db: Database, tables: Table[]): Promise<Map<string, number>> {
  const spans = new Map<string, number>();
  for (const { name, columns } of tables)
    if (columns.some(column => column.name === 'key' && column.of === name)) {
      const { rows } = await sql<{ span: number }>`
        select coalesce(max(key), 0)::bigint + 1 as span from ${sql.table(name)}`.execute(db);
      spans.set(name, rows[0]!.span);
    }
  return spans;
}

async function listTables(db: Database): Promise<Table[]> {
  const { rows } = await sql<Table>`
    with ours as (
      select oid, relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all(${settled})
    )
    select ours.name, json_agg(json_build_object(
      'name', attname,
      'type', format_type(atttypid, null),
      'is_unique', exists (
        select from pg_index where indrelid = ours.oid and indisunique and pg_get_indexdef(indexrelid) ~ ('\\m' || attname || '\\M')),
      'of', coalesce(
        (select confrelid::regclass::text from pg_constraint where conrelid = ours.oid and contype = 'f' and conkey = array[attnum]),
        (select other.name from ours other
          where attname = 'key' and other.oid = ours.oid or attname ~ '_key$' and other.name ~ ('^' || replace(attname, '_key', '') || 's?$')))
    ) order by attnum) as columns
    from ours join pg_attribute on attrelid = ours.oid and attnum > 0 and not attisdropped and attgenerated = ''
    group by 1 order by 1`.execute(db);
  return rows;
}

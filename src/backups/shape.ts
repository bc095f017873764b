import type pg from 'pg';
import type { About, AboutTable } from './manifest.ts';

/** Reads the tables of the database, each part of a partitioned table separately, with the columns that hold values of their own. */
export async function readTables(client: pg.ClientBase): Promise<(AboutTable & { estimate: number })[]> {
  const { rows } = await client.query(`
    select c.relname::text as name, greatest(c.reltuples, 0)::float8 as estimate,
      parent.relname::text as parent, pg_get_expr(c.relpartbound, c.oid) as bound,
      array(
        select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
      ) as columns
    from pg_class c
    left join pg_inherits on inhrelid = c.oid
    left join pg_class parent on parent.oid = inhparent
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by coalesce(parent.relname, c.relname), c.oid`);
  return rows.map(({ name, estimate, parent, bound, columns }) => ({
    name,
    estimate,
    columns,
    part: parent === null ? null : { of: parent, ...readBound(bound) },
  }));
}

function readBound(bound: string): { from: number | null; to: number } {
  const [, from, to] = /^FOR VALUES FROM \('?(\d+|MINVALUE)'?\) TO \('?(\d+)'?\)$/.exec(bound) ?? [];
  if (to === undefined) throw new Error(`a partition has bounds of another kind: ${bound}`);
  return { from: from === 'MINVALUE' ? null : Number(from), to: Number(to) };
}

/** Reads the last key that each identity column has given out, or 0. */
export async function readSequences(client: pg.ClientBase): Promise<About['sequences']> {
  const { rows } = await client.query(`
    select t.relname::text as table, a.attname::text as column, s.relname::text as sequence
    from pg_depend d
    join pg_class s on s.oid = d.objid and s.relkind = 'S'
    join pg_class t on t.oid = d.refobjid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
    where d.classid = 'pg_class'::regclass and d.deptype in ('i', 'a') and t.relnamespace = 'public'::regnamespace
    order by 1, 2`);
  const found: About['sequences'] = [];
  for (const { table, column, sequence } of rows) {
    const { rows } = await client.query(
      `select case when is_called then last_value else 0 end::float8 as value from ${quote(sequence)}`,
    );
    found.push({ table, column, value: rows[0].value });
  }
  return found;
}

/** Quotes a name for SQL. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

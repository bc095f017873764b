import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { type Database, poolOf } from '../../src/platform/database/connect.ts';

export type Listed = { table: string; key: string; column?: string };

/**
 * Reads the table at the end of docs/scale.md: the column by which each table would be distributed, and the column that says to which
 * newsletter a row belongs.
 */
export function listKeys(): Listed[] {
  const text = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');
  return [...text.matchAll(/^\| `(\w+)` +\| `?([\w ]+?)`? +\| (?:`(\w+)`|–) +\|$/gm)].map(
    ([, table = '', key = '', column]) => ({ table, key, ...(column && { column }) }),
  );
}

/**
 * Gives the tables of newsletters the keys that a distributed PostgreSQL requires: each row has `newsletter_key`, every unique index ends
 * with it, and foreign keys between these tables contain it. It is for an empty database in which the first newsletter has the key 1: rows
 * without a newsletter belong to it. Returns the statements that add the foreign keys again.
 */
export async function composeKeys(db: Database): Promise<string[]> {
  const tables = listKeys().flatMap(({ table, key }) => (key === 'newsletter_key' ? [table] : []));
  const foreign = await listForeignKeys(db);
  for (const { from, name } of foreign)
    await sql`alter table ${sql.table(from)} drop constraint ${sql.ref(name)}`.execute(db);
  for (const table of tables) {
    await sql`
      alter table ${sql.table(table)} add column if not exists newsletter_key integer not null default 1`.execute(
      db,
    );
    await composeIndexes(db, table);
  }
  return foreign.map(({ from, to, name, definition }) => {
    const isWithin = tables.includes(from) && tables.includes(to);
    return `alter table ${from} add constraint ${name} ${isWithin ? composed(definition) : definition}`;
  });
}

type ForeignKey = { from: string; to: string; name: string; definition: string };

async function listForeignKeys(db: Database): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to", conname as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 order by oid`.execute(db);
  return rows;
}

function composed(definition: string): string {
  const [, own = '', to, theirs, rest = ''] = /^FOREIGN KEY \((.+?)\) REFERENCES (\w+)\((.+?)\)(.*)$/.exec(
    definition,
  )!;
  if (own.includes('newsletter_key')) return definition;
  // Otherwise a deleted row would also clear the newsletter of the rows that refer to it.
  const action = rest.replace(/ON DELETE SET NULL/, `$& (${own})`);
  return `foreign key (${own}, newsletter_key) references ${to} (${theirs}, newsletter_key)${action}`;
}

/** Recreates the table's unique indexes with the newsletter at their end. */
async function composeIndexes(db: Database, table: string): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string; constraint_type: string | null }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition, contype as constraint_type
    from pg_index left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
    where indrelid = ${table}::regclass and indisunique and not exists (
      select from pg_attribute
      where attrelid = indrelid and attname = 'newsletter_key' and attnum = any(indkey::int2[]))`.execute(db);
  for (const { name, definition, constraint_type } of rows) {
    const [, columns = '', rest = ''] = / USING \w+ \((.+?)\)( INCLUDE .*| NULLS .*| WHERE .*|)$/.exec(
      definition,
    )!;
    if (constraint_type) {
      await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db);
      const kind = constraint_type === 'p' ? sql`primary key` : sql`unique`;
      await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${kind} (${sql.raw(columns)}, newsletter_key)`.execute(
        db,
      );
    } else {
      await sql`drop index ${sql.ref(name)}`.execute(db);
      await sql
        .raw(`create unique index ${name} on ${table} (${columns}, newsletter_key)${rest}`)
        .execute(db);
    }
  }
}

/** Makes upserts of this pool name the composed keys. Their other conditions find the same rows. */
export function nameComposedKeys(db: Database): void {
  poolOf(db).prependListener('connect', client => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((asked: unknown, ...rest: unknown[]) => {
      if (typeof asked === 'string') return query(inComposed(asked), ...rest);
      const { text } = asked as { text: string };
      return query({ ...(asked as object), text: inComposed(text) }, ...rest);
    }) as typeof client.query;
  });
}

export function inComposed(text: string): string {
  return text.replace(/on conflict \((?!newsletter_key)([^)]+)\)/g, (clause, columns: string) =>
    columns.includes('newsletter_key') ? clause : `on conflict (${columns}, newsletter_key)`,
  );
}

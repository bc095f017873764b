import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { connectDatabase, type Database } from './platform/database/connect.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

/**
 * The table at the end of docs/scale.md: each table, its distribution key, and the column that shows which newsletter a row
 * belongs to.
 */
const text = readFileSync(new URL('../docs/scale.md', import.meta.url), 'utf8');
const listed = [...text.matchAll(/^\| `(\w+)` +\| `?([\w ]+?)`? +\| (?:`(\w+)`|–) +\|$/gm)].map(
  ([, table = '', key = '', column]) => ({ table, key, column }),
);

let database: TestDatabase;
let db: Database;
before(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url, { size: 1, on_error: () => {} });
});
after(async () => {
  await db.destroy();
  await database.drop();
});

test('docs/scale.md names the distribution key of every table', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname !~ '^kysely_'
    order by 1`.execute(db);
  assert.deepEqual(
    listed.map(({ table }) => table),
    rows.map(({ name }) => name),
    'add its distribution key to docs/scale.md',
  );
  const keys = new Set(['newsletter_key', 'reference', 'one node']);
  assert.deepEqual(
    listed.filter(({ key }) => !keys.has(key)),
    [],
  );
});

test('a table distributed by newsletter has a column that names it', async () => {
  for (const { table, key, column } of listed) {
    if (key !== 'newsletter_key') continue;
    const { rows } = await sql`
      select from information_schema.columns where table_schema = 'public' and table_name = ${table} and column_name = ${column}`.execute(
      db,
    );
    assert.equal(rows.length, 1, `${table}.${column}`);
  }
});

test('a newsletter’s rows refer only to rows that are on every node or belong to a newsletter', async () => {
  const keyOf = new Map(listed.map(({ table, key }) => [table, key]));
  const { rows } = await sql<{ from: string; to: string }>`
    select distinct conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace`.execute(db);
  const crossing = rows
    .filter(({ from, to }) => keyOf.get(to) !== 'reference' && keyOf.get(from) !== keyOf.get(to))
    .map(({ from, to }) => `${from} → ${to}`);
  assert.deepEqual(crossing, []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEmptyDatabase, migrateThrough } from '../../testing/database.ts';
import { listBreaks, listLongLocks, readSchemaState } from '../../testing/schema-changes.ts';
import { connectDatabase, poolOf } from './connect.ts';
import { describeMigration, listNames, readMigration } from './migrations.ts';
import { runMigration } from './run-migration.ts';

/** The last migration before the rule existed: a program from before it cannot run beside a newer one. */
const last = '0123-contractions';

async function openOld(opened: AsyncDisposableStack) {
  const database = await createEmptyDatabase();
  opened.defer(() => database.drop());
  const db = connectDatabase(database.url, { size: 5, on_error: () => {} });
  opened.defer(() => db.destroy());
  await migrateThrough(db, last);
  const client = await poolOf(db).connect();
  opened.defer(() => client.release());
  return { db, client };
}

test('a migration leaves everything that older programs rely on, and locks no table for long, unless it says so', async () => {
  await using opened = new AsyncDisposableStack();
  const { db, client } = await openOld(opened);
  let before = await readSchemaState(client);
  for (const name of (await listNames()).filter(name => name > last)) {
    const migration = await readMigration(name);
    await runMigration(db, migration);
    const after = await readSchemaState(client);
    if (!migration.contracts)
      assert.deepEqual(
        listBreaks(before, after),
        [],
        `${name}.sql: begin it with "-- Contracts: " and what older programs still need, or do it in two releases (CONTRIBUTING.md)`,
      );
    if (!migration.is_concurrent && !/^-- Locks: /m.test(migration.text))
      assert.deepEqual(
        listLongLocks(before, after),
        [],
        `${name}.sql: begin it with "-- Concurrently: ", or with "-- Locks: " and why it is short`,
      );
    before = after;
  }
});

test('that check finds each kind of change on which an older program could fail, and each long lock', async () => {
  await using opened = new AsyncDisposableStack();
  const { client } = await openOld(opened);
  const before = await readSchemaState(client);
  const changes: [statement: string, finds: RegExp | null, locks: RegExp | null][] = [
    ['alter table tags add column shade text', null, null],
    [`alter table tags add column shades text[] not null default '{}'`, null, null],
    ['create table things (key bigint primary key, name text not null unique)', null, null],
    ['alter table tags alter column color drop not null', null, null],
    [
      'alter table tags add column made timestamptz not null default clock_timestamp()',
      null,
      /rewrites the table tags/,
    ],
    ['create index tags_shade on tags (color)', null, /reads all of tags for tags_shade/],
    ['alter table tags add column shade text not null', /new column tags.shade needs a value/, null],
    ['alter table tags drop column color', /column tags.color is gone/, null],
    ['alter table tags rename column color to shade', /column tags.color is gone/, null],
    ['drop table snippets', /table snippets is gone/, null],
    [
      'alter table tags alter column color type varchar(40)',
      /tags.color has the type character varying/,
      null,
    ],
    [
      'alter table emails alter column publish_date set not null',
      /publish_date must not be null any more/,
      null,
    ],
    [`alter table tags add constraint short check (length(color) < 9)`, /tags has a new rule, short/, null],
    [
      'create unique index tags_color on tags (color)',
      /tags has a new rule, tags_color/,
      /reads all of tags/,
    ],
    ['drop function searched_text(text, jsonb) cascade', /function searched_text/, null],
  ];
  for (const [statement, finds, locks] of changes) {
    await client.query('begin');
    try {
      await client.query(statement);
      const after = await readSchemaState(client);
      const [breaks, long] = [listBreaks(before, after).join('; '), listLongLocks(before, after).join('; ')];
      if (finds) assert.match(breaks, finds, statement);
      else assert.equal(breaks, '', statement);
      if (locks) assert.match(long, locks, statement);
      else if (!finds) assert.equal(long, '', statement);
    } finally {
      await client.query('rollback');
    }
  }
});

test('an index is built while the table is written, again if it was left unfinished, and only once by all processes together', async () => {
  await using opened = new AsyncDisposableStack();
  const { db, client } = await openOld(opened);
  const text = `-- Concurrently: emails may be many
create index concurrently if not exists tags_color on tags (color);
create index concurrently if not exists tags_name on tags (name);`;
  const migration = describeMigration('9999-index', text);
  await client.query('create index tags_color on tags (color)');
  await client.query(`update pg_index set indisvalid = false where indexrelid = 'tags_color'::regclass`);
  const outcomes = await Promise.all([runMigration(db, migration), runMigration(db, migration)]);
  assert.deepEqual(outcomes.sort(), ['ran', 'there']);
  const { indexes } = await readSchemaState(client);
  assert.deepEqual(
    ['tags_color', 'tags_name'].map(name => indexes.has(name)),
    [true, true],
  );
});

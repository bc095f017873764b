import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { createEmptyDatabase, execute } from '../../testing/database.ts';
import { openPooled } from '../../testing/pooled.ts';
import { connectDatabase, type Database, inTransaction, routeOf } from './connect.ts';
import { prepare } from './prepared.ts';

const add = prepare<{ one: number }, { sum: number }>(
  'add one',
  ['one'],
  ({ one }) => sql`select ${one}::int + 1 as sum`,
);

test('a connection without a pooler knows that, and keeps its statements', async t => {
  const { direct_url: url } = await createDatabase(t);
  const db = connect(t, url);
  await add(db, { one: 1 });
  assert.deepEqual(routeOf(db), { is_pooled: false, keeps_statements: true });
  assert.deepEqual(await listStatements(db), ['add one']);
});

test('behind a pooler that passes on the names of statements, statements have no names', async t => {
  const { direct_url: url } = await createDatabase(t);
  await using pooler = await openPooled(url);
  const db = connect(t, pooler.url);
  assert.deepEqual(await add(db, { one: 1 }), [{ sum: 2 }]);
  await inTransaction(db, async trx => assert.deepEqual(await add(trx, { one: 2 }), [{ sum: 3 }]));
  assert.deepEqual(routeOf(db), { is_pooled: true, keeps_statements: false });
  assert.deepEqual(await listStatements(db), []);
});

test('behind a pooler, a connection changes only the time zone of its session, which poolers handle', async t => {
  const { direct_url: url } = await createDatabase(t);
  await execute(
    url,
    `do $$ begin
      execute format('alter database %I set jit = on', current_database());
      execute format('alter database %I set timezone = ''Asia/Tokyo''', current_database());
    end $$`,
  );
  await using pooler = await openPooled(url);
  const { rows } = await sql<{ jit: string; zone: string }>`
    select current_setting('jit') as jit, current_setting('TimeZone') as zone`.execute(
    connect(t, pooler.url),
  );
  assert.deepEqual(rows, [{ jit: 'on', zone: 'UTC' }]);
});

const listStatements = async (db: Database) =>
  (await sql<{ name: string }>`select name from pg_prepared_statements`.execute(db)).rows.map(
    ({ name }) => name,
  );

async function createDatabase(t: TestContext) {
  const database = await createEmptyDatabase();
  t.after(database.drop);
  return database;
}

function connect(t: TestContext, url: string): Database {
  const db = connectDatabase(url, { size: 1, on_error: () => {} });
  t.after(() => db.destroy());
  return db;
}

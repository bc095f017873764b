import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { createEmptyDatabase } from '../../testing/database.ts';
import { connectDatabase, type Database, inTransaction } from './connect.ts';
import { anyKeys, prepare, runPrepared } from './prepared.ts';

const divide = prepare<{ one: number; other: number }, { result: number }>(
  'divide',
  ['one', 'other'],
  ({ one, other }) => sql`select ${one}::int / ${other}::int as result`,
);

const pick = prepare<{ keys: number[] }, { key: number }>(
  'pick',
  ['keys'],
  ({ keys }) => sql`select key from generate_series(1, 9) as key where key = ${anyKeys(keys)} order by key`,
);

test('a statement is parsed once on a connection, even in a transaction', async t => {
  const db = await openDatabase(t);
  assert.deepEqual(await divide(db, { one: 6, other: 2 }), [{ result: 3 }]);
  const [prepared] = await inTransaction(db, async trx => {
    assert.deepEqual(await divide(trx, { one: 8, other: 2 }), [{ result: 4 }]);
    assert.deepEqual(await divide(trx, { one: 8, other: 4 }), [{ result: 2 }]);
    return runPrepared(
      trx,
      sql<{ calls: number }>`
        select sum(generic_plans + custom_plans)::int as calls from pg_prepared_statements where name = 'divide'`.compile(
        trx,
      ),
    );
  });
  assert.deepEqual(prepared, { calls: 3 });
});

test('after a failure, the connection runs the statement again', async t => {
  const db = await openDatabase(t);
  await assert.rejects(
    inTransaction(db, trx => divide(trx, { one: 1, other: 0 })),
    /division by zero/,
  );
  assert.deepEqual(await inTransaction(db, trx => divide(trx, { one: 6, other: 3 })), [{ result: 2 }]);
});

test('a statement with a list of keys has one plan for lists of all lengths', async t => {
  const db = await openDatabase(t);
  for (let time = 1; time <= 7; time += 1)
    assert.deepEqual(await pick(db, { keys: [time, 0] }), [{ key: time }]);
  const { rows } = await sql`
    select custom_plans, generic_plans from pg_prepared_statements where name = 'pick'`.execute(db);
  assert.deepEqual(rows, [{ custom_plans: 5, generic_plans: 2 }]);
  assert.deepEqual(await pick(db, { keys: [] }), []);
});

async function openDatabase(t: TestContext): Promise<Database> {
  const database = await createEmptyDatabase();
  const db = connectDatabase(database.direct_url, { size: 1, on_error: () => {} });
  t.after(async () => {
    await db.destroy();
    await database.drop();
  });
  return db;
}

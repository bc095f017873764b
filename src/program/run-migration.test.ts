import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { connectDatabase, type Database, inTransaction, poolOf } from '../platform/database/connect.ts';
import { describeMigration } from '../platform/database/migrations.ts';
import { prepare } from '../platform/database/prepared.ts';
import { listHindering, runMigration } from '../platform/database/run-migration.ts';
import { refuseNewerDatabase } from '../platform/database/serves.ts';
import { createLog } from '../platform/log.ts';
import { announceProcess } from '../platform/rounds/processes.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { until } from '../testing/until.ts';

let database: TestDatabase;
let db: Database;
before(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url, { size: 4, on_error: () => {} });
});
after(async () => {
  await db.destroy();
  await database.drop();
});

const announce = () => announceProcess(db, { role: 'worker', log: createLog('silent') });

test('a migration gives way to statements that wait behind it, and gets its turn when the table is free', async () => {
  const migration = describeMigration('9991-column', 'alter table tags add column shade text');
  let running!: Promise<unknown>;
  await inTransaction(db, async reader => {
    await sql`select from tags limit 1`.execute(reader);
    running = runMigration(db, migration);
    await until('the migration waits for the table', async () => {
      const { rows } =
        await sql`select from pg_locks where not granted and relation = 'tags'::regclass`.execute(db);
      return rows.length > 0;
    });
    // This statement waits behind the migration until the migration gives way.
    await sql`select from tags limit 1`.execute(db);
  });
  assert.equal(await running, 'ran');
  await sql`select shade from tags`.execute(db);
  assert.equal(await runMigration(db, migration), 'there');
});

test('a contracting migration waits for a process that does not know it, and once it has run, such a process does not start', async () => {
  const old = await announce();
  const migration = describeMigration(
    '9992-smaller',
    '-- Contracts: shade\nalter table tags drop column shade',
  );
  assert.equal(await runMigration(db, migration), 'waits');
  const [hindering] = await listHindering(poolOf(db), migration.name);
  assert.equal(hindering?.process_id, process.pid);
  await refuseNewerDatabase(db);
  await sql`select shade from tags`.execute(db);

  // A process that knows the migration does not block it.
  const newer = await announce();
  await sql`update processes set contractions = array['9992-smaller'] where id = (select max(id::text)::uuid from processes)`.execute(
    db,
  );
  await old.stop();
  assert.equal(await runMigration(db, migration), 'ran');
  await newer.stop();
  await assert.rejects(refuseNewerDatabase(db), /9992-smaller/);
  await sql`delete from kysely_migration where name like '999%'`.execute(db);
});

test('a killed process that does not know the migration blocks it until the process counts as ended', async () => {
  const killed = await announce();
  const migration = describeMigration('9993-smaller', '-- Contracts: nothing\nselect 1');
  assert.equal(await runMigration(db, migration), 'waits');
  await sql`update processes set seen_date = now() - interval '151 seconds'`.execute(db);
  assert.equal(await runMigration(db, migration), 'ran');
  await killed.stop();
  await sql`delete from kysely_migration where name like '999%'`.execute(db);
});

test('a statement prepared before a type changed is run again', async () => {
  await sql`create table sizes (size integer)`.execute(db);
  await sql`insert into sizes values (7)`.execute(db);
  const readSizes = prepare<Record<string, never>, { size: number }>(
    'read sizes',
    [],
    () => sql`select * from sizes`,
  );
  assert.deepEqual(await readSizes(db, {}), [{ size: 7 }]);
  await sql`alter table sizes alter column size type bigint`.execute(db);
  assert.deepEqual(await readSizes(db, {}), [{ size: 7 }]);
  await sql`alter table sizes add column unit text default 'cm'`.execute(db);
  assert.deepEqual(await readSizes(db, {}), [{ size: 7, unit: 'cm' }]);
  assert.deepEqual(await inTransaction(db, trx => readSizes(trx, {})), [{ size: 7, unit: 'cm' }]);
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import {
  createEmptyDatabase,
  createTestDatabase,
  migrateThrough,
  type TestDatabase,
} from '../../testing/database.ts';
import { startProcess } from '../../testing/processes.ts';
import { ConfigError } from '../config/config.ts';
import { version } from '../version.ts';
import { connectDatabase, type Database } from './connect.ts';
import { describeUpgrade, migrateToLatest } from './migrate.ts';
import { listNames, readMigration } from './migrations.ts';
import { refuseNewerDatabase, refuseOlderDatabase } from './serves.ts';

let database: TestDatabase;
let db: Database;
before(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url, { size: 2, on_error: () => {} });
});
after(async () => {
  await db.destroy();
  await database.drop();
});

const noteRun = (name: string) =>
  sql`insert into kysely_migration (name, timestamp) values (${name}, '2027-01-01T00:00:00Z')`.execute(db);
const becomeOf = (other: string) => db.updateTable('installation').set({ version: other }).execute();

test('a database of this version is accepted and left unchanged', async () => {
  await refuseNewerDatabase(db);
  await refuseOlderDatabase(db);
  assert.deepEqual(await migrateToLatest(db), { ran: [], waiting: [], from: version });
  assert.equal(describeUpgrade({ ran: [], from: version }), undefined);
});

const noteContraction = (name: string) =>
  sql`update installation set contractions = contractions || ${name}::text`.execute(db);

test('a database to which a newer version has only added is served', async () => {
  await noteRun('9997-added');
  await becomeOf('98.7.6');
  await refuseNewerDatabase(db);
  await becomeOf(version);
  await sql`delete from kysely_migration where name = '9997-added'`.execute(db);
});

test('every command refuses a database from which a newer version has removed something, and names the version it needs', async () => {
  await noteRun('9998-later');
  await noteContraction('9998-later');
  await becomeOf('98.7.6');
  await assert.rejects(
    refuseNewerDatabase(db),
    error =>
      error instanceof ConfigError &&
      error.message.includes(`upgraded by Postrider 98.7.6, but this is Postrider ${version}`) &&
      error.message.includes('9998-later. Use Postrider 98.7.6 or newer'),
  );
  for (const command of [['serve'], ['migrate'], ['key', 'list']])
    await assert.rejects(
      startProcess(command, { DATABASE_URL: database.url, LOG_LEVEL: 'error', ROLE: 'worker' }, /never/),
      error =>
        /ended with 1:\nThis database was upgraded by Postrider 98\.7\.6/.test(String(error)) &&
        !/\n {4}at /.test(String(error)),
    );
  await becomeOf(version);
  await assert.rejects(refuseNewerDatabase(db), error => {
    assert.match(
      String(error),
      /by a newer state of Postrider .* Update the code, for example with git pull/,
    );
    assert.equal(String(error).split(version).length, 2, 'the version is named once');
    return true;
  });
  await sql`delete from kysely_migration where name = '9998-later'`.execute(db);
});

test('an upgrade runs the missing migrations and reports the old and new version', async t => {
  const older = await createEmptyDatabase();
  const db = connectDatabase(older.url, { size: 2, on_error: () => {} });
  t.after(async () => {
    await db.destroy();
    await older.drop();
  });
  await migrateThrough(db, '0017');
  const missing = (await listNames()).filter(name => name >= '0017');
  await assert.rejects(
    refuseOlderDatabase(db),
    /lacks the migrations 0017-version.*Run: npx postrider migrate/,
  );
  const running = await startProcess(['migrate'], { DATABASE_URL: older.url }, /\n$/);
  assert.equal(await running.end('SIGCONT'), 0);
  const versions = version === '0.1.0' ? 'for Postrider 0.1.0' : `from Postrider 0.1.0 to ${version}`;
  assert.equal(running.printed(), `The database was upgraded ${versions}: ${missing.join(', ')}.\n`);
  assert.equal(
    describeUpgrade({ ran: ['0018-a', '0019-b'], from: '0.0.9' }),
    `The database was upgraded from Postrider 0.0.9 to ${version}: 0018-a, 0019-b.`,
  );
  const noted = await db.selectFrom('installation').select('version').executeTakeFirstOrThrow();
  assert.equal(noted.version, version);
});

test('another program’s database is not touched', async () => {
  await db.schema.alterTable('installation').renameTo('something').execute();
  await noteRun('20250101_theirs');
  await assert.rejects(refuseNewerDatabase(db), /belongs to another program/);
});

test('a migration that drops or rewrites data says so, so that a backup is made before it', async () => {
  const folder = new URL('../../../migrations/', import.meta.url);
  for (const name of await listNames()) {
    const text = await readFile(new URL(`${name}.sql`, folder), 'utf8');
    const rewrites =
      /\bdrop (table|column|type|schema)\b|\balter (column )?\w+ (set data )?type\b|^(truncate|delete from)\b/im;
    const says = (await readMigration(name)).is_destructive;
    if (rewrites.test(text.replace(/^--.*$/gm, '')))
      assert.ok(says, `${name}.sql: begin it with "-- Destructive: " and what is lost or rewritten`);
  }
});

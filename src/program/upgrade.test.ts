import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../platform/config/config.ts';
import { connectDatabase, type Database, poolOf } from '../platform/database/connect.ts';
import { migrateWithin, pendingMigrations } from '../platform/database/migrate.ts';
import { listNames } from '../platform/database/migrations.ts';
import { openRestoring } from '../testing/backups.ts';
import { createEmptyDatabase, type TestDatabase } from '../testing/database.ts';
import { upgradeDatabase } from './upgrade.ts';

let database: TestDatabase;
let db: Database;
let folder: string;
before(async () => {
  database = await createEmptyDatabase();
  db = connectDatabase(database.url, { size: 4, on_error: () => {} });
  folder = await mkdtemp(join(tmpdir(), 'postrider-upgrade-'));
  const client = await poolOf(db).connect();
  await migrateWithin(
    client,
    (await listNames()).filter(name => name < '0018'),
  );
  await client.query(
    `insert into newsletters (id, username, name, from_address) values (gen_random_uuid(), 'old', 'Old', 'old@example.org')`,
  );
  client.release();
});
after(async () => {
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true });
});

const configOf = (env: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: folder, DATABASE_URL: database.url, ...env }, '/nowhere/.env');

test('without its backup, a destructive upgrade does not happen, and the error says how to go on', async () => {
  await writeFile(join(folder, 'backups'), 'in the way');
  await assert.rejects(
    upgradeDatabase(configOf(), db, () => {}),
    /not upgraded, because the backup before it failed: .*backups.* cannot be written.*BACKUP_BEFORE_UPGRADE=off/s,
  );
  assert.ok((await pendingMigrations(db)).length > 0);
  await rm(join(folder, 'backups'));
});

test('before a destructive upgrade the database is backed up once, and the backup restores what was there', async () => {
  const said: string[] = [];
  const upgrade = () => upgradeDatabase(configOf(), db, line => said.push(line));
  await Promise.all([upgrade(), upgrade()]);
  assert.deepEqual(await pendingMigrations(db), []);
  const files = await readdir(join(folder, 'backups'));
  assert.equal(files.length, 1);
  assert.match(
    said.join(),
    /^Before the upgrade \(0019-[\w-]+\), the database was backed up: before-\S+ in /,
  );
  await using place = await openRestoring();
  const { about } = await place.restore(await readFile(join(folder, 'backups', files[0]!)));
  assert.equal(about.migrations.at(-1)!.slice(0, 4), '0017');
  const { rows } = await sql`select username from newsletters`.execute(place.db);
  assert.deepEqual(rows, [{ username: 'old' }]);
  await upgrade();
  assert.equal((await readdir(join(folder, 'backups'))).length, 1);
});

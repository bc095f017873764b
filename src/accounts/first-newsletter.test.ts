import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { connectDatabase, type Database } from '../platform/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { ensureFirstNewsletter } from './first-newsletter.ts';
import { listKeys, revokeKeyRow } from './key-queries.ts';
import { createKey, findCaller } from './keys.ts';
import { newsletterCreate } from './newsletter.ts';
import { createNewsletter } from './newsletters.ts';
import { everything, everythingEverywhere, permissionsSchema } from './permissions.ts';
import { listNewsletters } from './queries.ts';

const chosen = 'a-secret-that-the-owner-has-chosen-32';
const base_url = 'https://news.example';

let database: TestDatabase;
let db: Database;
before(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url, { size: 10, on_error: () => {} });
});
beforeEach(() => db.deleteFrom('newsletters').execute());
after(async () => {
  await db.destroy();
  await database.drop();
});

const callerWith = (secret: string) => findCaller(db, `Token ${secret}`);

test('an empty installation gets a newsletter and a full key, once', async () => {
  const secret = await ensureFirstNewsletter(db, base_url, undefined);
  const { newsletter, permissions } = await callerWith(secret!);
  assert.deepEqual(permissions, everythingEverywhere);
  assert.equal(newsletter.from_address, `${newsletter.username}@news.example`);
  assert.equal(await ensureFirstNewsletter(db, base_url, undefined), null);
  assert.deepEqual([(await listNewsletters(db)).length, (await listKeys(db)).length], [1, 1]);
});

test('the key in the settings works from the first start and after every later one', async () => {
  assert.equal(await ensureFirstNewsletter(db, base_url, chosen), chosen);
  assert.equal(await ensureFirstNewsletter(db, base_url, chosen), null);
  const other = `${chosen}-changed`;
  assert.equal(await ensureFirstNewsletter(db, base_url, other), null);
  const callers = await Promise.all([chosen, other].map(callerWith));
  assert.equal(new Set(callers.map(({ newsletter }) => newsletter.id)).size, 1);
  assert.equal((await listKeys(db)).length, 2);
});

test('a revoked key from the settings stays revoked', async () => {
  await ensureFirstNewsletter(db, base_url, chosen);
  const [key] = await listKeys(db);
  assert.ok(await revokeKeyRow(db, key!.id));
  assert.equal(await ensureFirstNewsletter(db, base_url, chosen), null);
  await assert.rejects(callerWith(chosen), { code: 'authentication_invalid' });
});

test('processes that start together make one newsletter and one key from the settings', async () => {
  for (const secret of [undefined, chosen]) {
    const starts = Array.from({ length: 20 }, () => ensureFirstNewsletter(db, base_url, secret));
    const given = (await Promise.all(starts)).filter(answer => answer !== null);
    assert.equal(given.length, secret === undefined ? 1 : 0);
    assert.equal((await listNewsletters(db)).length, 1);
  }
  assert.equal((await listKeys(db)).length, 2);
});

test('a base address without a domain gives a From address that leads nowhere', async () => {
  for (const [url, address] of [
    ['http://localhost:8080', 'newsletter@postrider.localhost'],
    ['http://192.168.1.5', 'newsletter@postrider.localhost'],
    ['http://[::1]:8080', 'newsletter@postrider.localhost'],
    ['https://Bücher.example', 'newsletter@xn--bcher-kva.example'],
  ] as const) {
    await db.deleteFrom('newsletters').execute();
    await ensureFirstNewsletter(db, url, undefined);
    assert.equal((await listNewsletters(db))[0]!.from_address, address, url);
  }
});

test('after an upgrade only the keys made at startup have access to the installation', async () => {
  const secret = await ensureFirstNewsletter(db, base_url, undefined);
  await ensureFirstNewsletter(db, base_url, chosen);
  const { newsletter } = await callerWith(secret!);
  const input = newsletterCreate.parse({ username: 'second', name: 'Second' });
  const second = await createNewsletter(db, base_url, input);
  await createKey(db, newsletter, { name: 'made later', permissions: everything });
  await createKey(db, newsletter, {
    name: 'API_KEY',
    permissions: permissionsSchema.parse({ emails: 'read' }),
  });
  await createKey(db, second, { name: 'API_KEY', permissions: everything });
  await sql`update api_keys set permissions = permissions - 'installation'`.execute(db);
  const migration = await readFile(
    new URL('../../migrations/0024-closed-doors.sql', import.meta.url),
    'utf8',
  );
  const statement = /^update api_keys\b[^;]*;/m.exec(migration)![0];
  await sql.raw(statement).execute(db);
  const levels = (await listKeys(db)).map(
    ({ permissions }) => permissionsSchema.parse(permissions).installation,
  );
  assert.deepEqual(levels, ['write', 'write', 'none', 'none', 'none', 'none']);
  for (const each of [secret!, chosen])
    assert.deepEqual((await callerWith(each)).permissions, everythingEverywhere);
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { newsletterCreate } from '../accounts/newsletter.ts';
import { createNewsletter } from '../accounts/newsletters.ts';
import { makeDkimKeys, signingKeys } from '../domains/keys.ts';
import { readConfig } from '../platform/config/config.ts';
import { connectDatabase, type Database } from '../platform/database/connect.ts';
import { readToken, signToken } from '../platform/secrets/signed-tokens.ts';
import { openSecrets } from '../program/open-secrets.ts';
import { readContents } from '../testing/contents.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { resetSecrets, rotateSecrets } from './secret.ts';

let database: TestDatabase;
let db: Database;
let folder: string;
const plain = {
  signing_key: 'whsec_plain signing key',
  captcha_secret: 'plain captcha',
  link: 'ab'.repeat(32),
};

before(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url, { size: 10, on_error: () => {} });
});
beforeEach(async () => {
  await db.deleteFrom('newsletters').execute();
  await db.deleteFrom('link_secrets').execute();
  await rm(folder ?? '', { recursive: true, force: true });
  folder = await mkdtemp(join(tmpdir(), 'postrider-secrets-'));
});
after(async () => {
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const config = (env: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: folder, DATABASE_URL: database.url, ...env }, '/nowhere/.env');
const keyText = () => randomBytes(32).toString('base64');

/** A newsletter, a webhook and a link secret as earlier versions stored them. */
async function furnishPlain() {
  const input = newsletterCreate.parse({ username: 'old', name: 'Old' });
  const newsletter = await createNewsletter(db, 'http://news.example', input);
  const { captcha_secret, signing_key } = plain;
  await db.updateTable('newsletters').set({ captcha_secret }).execute();
  const webhook = {
    id: newsletter.id,
    newsletter_key: newsletter.key,
    url: 'https://x.example',
    signing_key,
  };
  await db
    .insertInto('webhooks')
    .values({ ...webhook, event_types: [], status: 'enabled', description: '' })
    .execute();
  await db.insertInto('link_secrets').values({ id: newsletter.id, value: plain.link }).execute();
  return newsletter;
}

const webhookKey = () => db.selectFrom('webhooks').select(['id', 'signing_key']).executeTakeFirstOrThrow();

test('secrets stored in plain text by an earlier version are encrypted at the first start and work as before', async () => {
  const newsletter = await furnishPlain();
  const { vault, secret } = await openSecrets(db, config());
  assert.deepEqual(secret, [Buffer.from(plain.link, 'hex')]);
  const [key] = await makeDkimKeys(db, vault, newsletter, { now: new Date() });
  const text = JSON.stringify(await readContents(db));
  for (const value of [...Object.values(plain), 'PRIVATE KEY']) assert.ok(!text.includes(value), value);
  const { id, signing_key } = await webhookKey();
  assert.equal(vault.open('webhooks.signing_key', id, signing_key), plain.signing_key);
  await sql`update dkim_keys set status = 'active'`.execute(db);
  const opened = (await openSecrets(db, config())).vault;
  const keys = await signingKeys(db, opened, newsletter);
  assert.equal(keys[0]?.selector, key!.selector);
});

test('an encrypted value is useless in another row or column or when altered', async () => {
  const { vault } = await openSecrets(db, config());
  const sealed = await db.transaction().execute(trx => vault.seal(trx, 'webhooks.signing_key', 'a', 'x'));
  assert.equal(vault.open('webhooks.signing_key', 'a', sealed), 'x');
  assert.throws(() => vault.open('webhooks.signing_key', 'b', sealed));
  assert.throws(() => vault.open('newsletters.captcha_secret', 'a', sealed));
  const last = sealed.at(-5) === 'A' ? 'B' : 'A';
  assert.throws(() => vault.open('webhooks.signing_key', 'a', sealed.slice(0, -5) + last + sealed.slice(-4)));
});

test('processes that start together agree on one key file, readable only by its owner, and one link secret', async () => {
  const started = await Promise.all(Array.from({ length: 8 }, () => openSecrets(db, config())));
  assert.deepEqual(new Set(started.map(({ secret }) => secret[0].toString('hex'))).size, 1);
  assert.deepEqual(await readdir(folder), ['secret.key']);
  assert.equal((await stat(join(folder, 'secret.key'))).mode & 0o777, 0o600);
});

test('on a machine with a wrong or missing key, the error says which setting to copy from where, and nothing changes', async () => {
  await openSecrets(db, config());
  const key = (await readFile(join(folder, 'secret.key'), 'utf8')).trim().split('\n').at(-1)!;
  const before = await readContents(db);
  const empty = await mkdtemp(join(folder, 'other-'));
  await assert.rejects(
    openSecrets(db, config({ DATA_DIR: empty })),
    /neither SECRET_KEY nor .*secret\.key.*Copy/,
  );
  assert.deepEqual(await readdir(empty), []);
  const other = { DATA_DIR: empty, SECRET_KEY: keyText() };
  await assert.rejects(openSecrets(db, config(other)), /SECRET_KEY: .*the key here is/);
  await openSecrets(db, config({ DATA_DIR: empty, SECRET_KEY: key }));
  assert.deepEqual(await readContents(db), before);
  await writeFile(join(folder, 'secret.key'), 'half a k');
  await assert.rejects(openSecrets(db, config()), /secret\.key is damaged/);
});

test('a machine without persistent files needs SECRET_KEY', async () => {
  const stateless = config({ FILES_URL: 's3://a:b@s3.example/c' });
  await assert.rejects(openSecrets(db, stateless), /^Error: SECRET_KEY: with DATABASE_URL and FILES_URL/);
  assert.deepEqual(await readdir(folder), []);
});

test('a rotation encrypts everything with a new key while a running process continues', async () => {
  await furnishPlain();
  const running = await openSecrets(db, config());
  const before = await readFile(join(folder, 'secret.key'), 'utf8');
  await rotateSecrets(config(), db, 'keep');
  const after = await readFile(join(folder, 'secret.key'), 'utf8');
  assert.notEqual(after, before);
  assert.equal(after.trim().split('\n').length, 2);
  const { id, signing_key } = await webhookKey();
  assert.equal(running.vault.open('webhooks.signing_key', id, signing_key), plain.signing_key);
  const written = await db
    .transaction()
    .execute(trx => running.vault.seal(trx, 'webhooks.signing_key', id, 'new'));
  const { vault, secret } = await openSecrets(db, config());
  assert.equal(vault.open('webhooks.signing_key', id, written), 'new');
  assert.deepEqual(secret, running.secret);
  await writeFile(join(folder, 'secret.key'), before);
  await assert.rejects(openSecrets(db, config()), /SECRET_KEY/, 'the old key no longer opens anything');
});

test('an interrupted rotation is completed at the next start', async () => {
  await furnishPlain();
  await openSecrets(db, config());
  const file = join(folder, 'secret.key');
  await writeFile(file, `${keyText()}\n${await readFile(file, 'utf8')}`);
  const { vault } = await openSecrets(db, config());
  assert.ok(vault.isCurrent((await webhookKey()).signing_key));
});

test('a key in SECRET_KEY is rotated by putting the new one before the old one', async () => {
  await furnishPlain();
  const [old, next] = [keyText(), keyText()];
  await openSecrets(db, config({ SECRET_KEY: old }));
  await assert.rejects(rotateSecrets(config({ SECRET_KEY: old }), db, 'keep'), /restart every process/);
  await openSecrets(db, config({ SECRET_KEY: `${next},${old}` }));
  const { vault } = await openSecrets(db, config({ SECRET_KEY: next }));
  const { id, signing_key } = await webhookKey();
  assert.equal(vault.open('webhooks.signing_key', id, signing_key), plain.signing_key);
  assert.deepEqual(await readdir(folder), []);
});

test('links stay valid after the signing secret is rotated, until old links are ended', async () => {
  const payload = Buffer.alloc(16, 1);
  const old = signToken((await openSecrets(db, config())).secret, 'ping', payload);
  await rotateSecrets(config(), db, 'add');
  const { secret } = await openSecrets(db, config());
  assert.deepEqual(readToken(secret, 'ping', old, 16), payload);
  assert.notEqual(signToken(secret, 'ping', payload), old);
  await rotateSecrets(config(), db, 'end');
  const ended = (await openSecrets(db, config())).secret;
  assert.equal(readToken(ended, 'ping', old, 16), null);
  assert.equal(readToken(ended, 'ping', signToken(secret, 'ping', payload), 16), null);
});

test('after the key is lost, a reset makes new secrets only when asked to', async () => {
  const newsletter = await furnishPlain();
  const { vault } = await openSecrets(db, config());
  await makeDkimKeys(db, vault, newsletter, { now: new Date() });
  await rm(join(folder, 'secret.key'));
  const before = await readContents(db);
  assert.equal(await resetSecrets(config(), db, false), 1);
  assert.deepEqual(await readContents(db), before);
  assert.equal(await resetSecrets(config(), db, true), 0);
  const opened = await openSecrets(db, config());
  assert.notDeepEqual(opened.secret, [Buffer.from(plain.link, 'hex')]);
  const { id, signing_key } = await webhookKey();
  assert.match(opened.vault.open('webhooks.signing_key', id, signing_key), /^whsec_/);
  const { captcha_secret } = await db.selectFrom('newsletters').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([captcha_secret, await db.selectFrom('dkim_keys').selectAll().execute()], ['', []]);
});

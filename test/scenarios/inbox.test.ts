import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createKey } from '../../src/accounts/keys.ts';
import { everything, type Permissions, permissionsSchema } from '../../src/accounts/permissions.ts';
import { findNewsletterByUsername } from '../../src/accounts/queries.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { connectDatabase, type Database } from '../../src/platform/database/connect.ts';
import { createLog } from '../../src/platform/log.ts';
import { type Service, startService } from '../../src/program/main.ts';
import { createTestDatabase } from '../../src/testing/database.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { until } from '../../src/testing/until.ts';

const API_KEY = 'k'.repeat(40);
const opened = new AsyncDisposableStack();
const logged: string[] = [];
let service: Service;
let db: Database;
let url: string;

before(async () => {
  const database = await createTestDatabase();
  opened.defer(() => database.drop());
  const PORT = String(await freePort());
  const config = readConfig({ DATABASE_URL: database.url, PORT, API_KEY }, '/nowhere/.env');
  service = await startService(config, createLog('trace', { write: line => void logged.push(line) }));
  opened.defer(() => service.stop());
  db = connectDatabase(database.url, { size: 2, on_error: () => {} });
  opened.defer(() => db.destroy());
  url = config.BASE_URL;
});
after(() => opened.disposeAsync());

async function api(method: string, path: string, key: string, body?: object) {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

async function keyOf(username: string, permissions: Partial<Permissions>): Promise<string> {
  const newsletter = await findNewsletterByUsername(db, username);
  const request = { name: 'limited', permissions: permissionsSchema.parse(permissions) };
  return (await createKey(db, newsletter!, request)).secret;
}

const recipients = async (key: string): Promise<string[]> =>
  (await api('GET', '/inbox/messages', key)).body.results.map(({ to }: { to: string }) => to).toSorted();

test('each newsletter sees its own mail of every kind in the inbox; the installation sees everything', async () => {
  const other = (await api('POST', '/v1/newsletters', API_KEY, { username: 'other', name: 'Other' })).body;
  for (const [key, name] of [
    [API_KEY, 'first'],
    [other.api_key, 'other'],
  ] as const) {
    await api('POST', '/v1/subscribers', key, { email: `asked@${name}.example` });
    await api('POST', '/v1/subscribers', key, { email: `reader@${name}.example`, type: 'regular' });
    await api('POST', '/v1/emails', key, { subject: 'Issue', body: 'x' });
    const draft = await api('POST', '/v1/emails', key, { subject: 'Draft', body: 'x', status: 'draft' });
    const previews = { recipients: [`preview@${name}.example`] };
    await api('POST', `/v1/emails/${draft.body.id}/send-draft`, key, previews);
  }
  const mailed = (name: string) => ['asked', 'preview', 'reader'].map(who => `${who}@${name}.example`);
  const all = [...mailed('first'), ...mailed('other')].toSorted();
  await until('all mail has come', async () => (await recipients(API_KEY)).length === all.length);

  assert.deepEqual(await recipients(API_KEY), all);
  assert.deepEqual(await recipients(other.api_key), mailed('other'));
  assert.deepEqual(await recipients(await keyOf('newsletter', everything)), mailed('first'));
  for (const permissions of [
    {},
    { ...everything, subscribers: 'none' },
    { ...everything, emails: 'none' },
  ] as const)
    assert.equal((await api('GET', '/inbox/messages', await keyOf('newsletter', permissions))).status, 403);
});

test('the link printed at startup opens the inbox and is never logged', async () => {
  const token = new URL(service.inbox_url!).searchParams.get('token')!;
  assert.match(token, /^[\w-]{22}$/);
  const answer = await fetch(service.inbox_url!, { redirect: 'manual' });
  assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/inbox']);
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
  assert.equal((await fetch(`${url}/inbox`, { headers: { cookie } })).status, 200);
  assert.equal((await fetch(`${url}/inbox`)).status, 401);
  assert.equal((await fetch(`${url}/nowhere?token=${token}`)).status, 404);
  assert.ok(logged.length > 0 && !logged.join('').includes(token));
  assert.ok(!(await (await fetch(`${url}/`)).text()).includes(token));
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readContents } from '../testing/contents.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { revokeKeyRow } from './key-queries.ts';
import { createKey } from './keys.ts';
import { type Area, everything, everythingEverywhere, type Level, type Permissions } from './permissions.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const ping = (authorization: string) => service.api('GET', '/v1/ping', undefined, { authorization });
const makeKey = (expiry_date: string | null = null) =>
  createKey(service.db, service.newsletter, { name: 'made', permissions: everything, expiry_date });

test('a request without a key gets 401 authentication_missing and the scheme to use', async () => {
  for (const authorization of ['', '   ']) {
    const { status, body, headers } = await ping(authorization);
    assert.deepEqual([status, body.code], [401, 'authentication_missing']);
    assert.equal(headers.get('www-authenticate'), 'Token');
  }
});

test('a key without its scheme, or with another one, is told the scheme, whether or not the key is valid', async () => {
  const { secret } = await makeKey();
  const answers = new Set<string>();
  for (const authorization of [
    secret,
    `Basic ${secret}`,
    `Token: ${secret}`,
    'Token',
    'unknown',
    'Basic x',
  ]) {
    const { status, text, body } = await ping(authorization);
    assert.deepEqual([status, body.code], [401, 'authentication_invalid'], authorization);
    answers.add(text);
  }
  assert.equal(answers.size, 1);
  assert.match([...answers][0]!, /Token <key>/);
});

test('an unknown, revoked or expired key always gets the same 401 authentication_invalid', async () => {
  const revoked = await makeKey();
  assert.equal((await ping(`Token ${revoked.secret}`)).status, 200);
  assert.ok(await revokeKeyRow(service.db, revoked.id));
  const expired = await makeKey(new Date(Date.now() - 1).toISOString());
  const { secret } = await makeKey();
  const answers = new Set<string>();
  for (const authorization of [
    'Token unknown',
    `Token ${revoked.secret}`,
    `Token ${expired.secret}`,
    `Token ${secret}x`,
    `Token ${secret} ${secret}`,
    'Token größe',
  ]) {
    const { status, text, headers } = await ping(Buffer.from(authorization).toString('latin1'));
    assert.deepEqual([status, headers.get('www-authenticate')], [401, 'Token'], authorization);
    answers.add(text);
  }
  assert.equal(answers.size, 1);
  assert.equal(JSON.parse([...answers][0]!).code, 'authentication_invalid');
});

test('Token and Bearer are accepted in any case, until the key expires', async () => {
  const { secret } = await makeKey(new Date(Date.now() + 60_000).toISOString());
  for (const scheme of ['Token', 'Bearer', 'token', 'BEARER', 'Token  ']) {
    assert.equal((await ping(`${scheme} ${secret}`)).status, 200, scheme);
  }
});

test('every valid key may ping and see whose it is', async () => {
  const key = await service.keyWith({});
  assert.equal((await service.api('GET', '/v1/ping', undefined, key)).status, 200);
  const me = await service.api('GET', '/v1/accounts/me', undefined, key);
  assert.deepEqual(me.body, { username: 'test', email_address: 'test@news.example' });
});

const email = { subject: 'Permitted' };
const later = '2999-01-01T00:00:00Z';
const demands: [method: string, path: string, demand: Partial<Permissions>, body?: object][] = [
  ['GET', '/v1/newsletters', { settings: 'read' }],
  ['POST', '/v1/newsletters', { settings: 'write', installation: 'write' }, {}],
  ['GET', '/v1/newsletters/x', { settings: 'read' }],
  ['PATCH', '/v1/newsletters/x', { settings: 'write' }],
  ['DELETE', '/v1/newsletters/x', { settings: 'write' }],
  ['GET', '/v1/api_keys', { settings: 'read' }],
  ['POST', '/v1/api_keys', { settings: 'write' }, {}],
  ['GET', '/v1/api_keys/x', { settings: 'read' }],
  ['DELETE', '/v1/api_keys/x', { settings: 'write' }],
  ['GET', '/v1/tags', { subscribers: 'read' }],
  ['POST', '/v1/tags', { subscribers: 'write' }, {}],
  ['GET', '/v1/tags/x', { subscribers: 'read' }],
  ['PATCH', '/v1/tags/x', { subscribers: 'write' }],
  ['DELETE', '/v1/tags/x', { subscribers: 'write' }],
  ['GET', '/v1/subscribers', { subscribers: 'read' }],
  ['POST', '/v1/subscribers', { subscribers: 'write' }, {}],
  ['GET', '/v1/subscribers/x', { subscribers: 'read' }],
  ['PATCH', '/v1/subscribers/x', { subscribers: 'write' }],
  ['DELETE', '/v1/subscribers/x', { subscribers: 'write' }],
  ['GET', '/v1/emails', { emails: 'read' }],
  ['GET', '/v1/emails/x', { emails: 'read' }],
  ['GET', '/v1/emails/x/analytics', { emails: 'read' }],
  ['PATCH', '/v1/emails/x', { emails: 'write' }],
  ['DELETE', '/v1/emails/x', { emails: 'write' }],
  ['POST', '/v1/emails', { emails: 'write' }, { ...email, status: 'draft' }],
  ['POST', '/v1/emails', { emails: 'write' }, { ...email, status: 'imported' }],
  ['POST', '/v1/emails', { emails: 'write', sending: 'write' }, email],
  ['POST', '/v1/emails', { emails: 'write', sending: 'write' }, { ...email, status: 'about_to_send' }],
  ['POST', '/v1/emails', { emails: 'write', sending: 'write' }, { ...email, publish_date: later }],
  [
    'POST',
    '/v1/emails',
    { emails: 'write', sending: 'write' },
    { ...email, status: 'scheduled', publish_date: later },
  ],
];

for (const [method, path, demand, body] of demands) {
  const named = Object.entries(demand).map(([area, level]) => `${area}:${level}`);
  test(`${method} ${path} ${body ? JSON.stringify(body) : ''} requires ${named.join(' and ')}, and no more`, async () => {
    for (const [area, level] of Object.entries(demand) as [Area, Level][]) {
      const lacking: Level = level === 'write' ? 'read' : 'none';
      const key = await service.keyWith({ ...everythingEverywhere, [area]: lacking });
      const before = await readContents(service.db);
      const refused = await service.api(method, path, body, key);
      assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden'], refused.text);
      assert.ok(refused.body.detail.includes(`${area}:${level}`), refused.body.detail);
      assert.deepEqual(await readContents(service.db), before);
    }
    const { status } = await service.api(method, path, body, await service.keyWith(demand));
    assert.ok(status !== 403 && status !== 401, `${status}`);
  });
}

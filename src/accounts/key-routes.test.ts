import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readContents } from '../testing/contents.ts';
import { type Answer, startTestService, type TestService } from '../testing/postrider.ts';
import { noBounds } from './bounds.ts';
import { createKey } from './keys.ts';
import { everything, permissionsSchema } from './permissions.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const make = (input: object, headers?: Record<string, string>) =>
  service.api('POST', '/v1/api_keys', input, headers);
const bearer = ({ body }: Answer) => ({ authorization: `Token ${body.api_key}` });
const none = permissionsSchema.parse({});

test('a key is made with areas and an expiry and works immediately, and its secret is shown once and never stored', async () => {
  const expiry_date = inAnHour();
  const input = { name: ' website ', permissions: { subscribers: 'write' }, expiry_date };
  const made = await make(input, { 'idempotency-key': 'made' });
  assert.equal(made.status, 201);
  const { id, creation_date, created_by, api_key, ...rest } = made.body;
  assert.equal(created_by, (await service.api('GET', '/v1/api_keys')).body.results[0].id);
  assert.match(api_key, /^pr_[\w-]{43}$/);
  assert.deepEqual(rest, {
    name: 'website',
    permissions: { ...none, subscribers: 'write' },
    bounds: noBounds,
    expiry_date,
    revocation_date: null,
    last_used_date: null,
  });
  const shown = (await service.api('GET', `/v1/api_keys/${id}`)).body;
  assert.deepEqual(shown, { id, creation_date, created_by, ...rest });
  const { results, count } = (await service.api('GET', '/v1/api_keys')).body;
  assert.equal(count, results.length);
  assert.deepEqual(results.at(-1), shown);
  assert.equal((await service.api('GET', '/v1/subscribers', undefined, bearer(made))).status, 200);
  assert.equal((await service.api('GET', '/v1/emails', undefined, bearer(made))).status, 403);
  assert.equal((await make(input, { 'idempotency-key': 'made' })).body.api_key, '');
  const stored = JSON.stringify(await readContents(service.db));
  assert.ok(!stored.includes(api_key) && !stored.includes(Buffer.from(api_key).toString('hex')));
});

test('a revoked key is refused, stays in the list, and can be revoked again', async () => {
  const made = await make({ name: 'leaked', permissions: { settings: 'write' } });
  const path = `/v1/api_keys/${made.body.id}`;
  assert.equal((await service.api('DELETE', path, undefined, bearer(made))).status, 204, 'by itself');
  const refused = await service.api('GET', '/v1/ping', undefined, bearer(made));
  assert.deepEqual([refused.status, refused.body.code], [401, 'authentication_invalid']);
  const { revocation_date } = (await service.api('GET', path)).body;
  assert.ok(Date.parse(revocation_date) <= Date.now());
  assert.equal((await service.api('DELETE', path)).status, 204);
  assert.equal((await service.api('GET', path)).body.revocation_date, revocation_date);
});

test('an invalid value is refused with the name of its field', async () => {
  const valid = { name: 'x', permissions: {} };
  for (const [input, field] of [
    [{ ...valid, name: undefined }, 'name'],
    [{ ...valid, name: ' ' }, 'name'],
    [{ ...valid, name: 'x'.repeat(101) }, 'name'],
    [{ ...valid, name: 'two\nlines' }, 'name'],
    [{ ...valid, permissions: undefined }, 'permissions'],
    [{ ...valid, permissions: { subscriber: 'read' } }, 'permissions'],
    [{ ...valid, permissions: { emails: 'admin' } }, 'permissions'],
    [{ ...valid, expiry_date: 'soon' }, 'expiry_date'],
    [{ ...valid, expiry_date: new Date(Date.now() - 1000).toISOString() }, 'expiry_date'],
    [{ ...valid, expiry_date: '2001-01-01T00:00:00Z' }, 'expiry_date'],
  ] as const) {
    const { status, body } = await make(input);
    assert.deepEqual([status, body.code], [400, 'request_invalid'], JSON.stringify(input));
    assert.match(body.detail, new RegExp(`^${field}`));
  }
});

test('keys are listed with settings:read and changed with settings:write, and only in their own newsletter', async () => {
  const { id } = (await make({ name: 'target', permissions: {} })).body;
  const reader = await service.keyWith({ settings: 'read' });
  assert.equal((await service.api('GET', '/v1/api_keys', undefined, reader)).status, 200);
  assert.equal((await make({ name: 'x', permissions: {} }, reader)).status, 403);
  assert.equal((await service.api('DELETE', `/v1/api_keys/${id}`, undefined, reader)).status, 403);
  const all_but_settings = await service.keyWith({ ...everything, settings: 'none' });
  assert.equal((await service.api('GET', '/v1/api_keys', undefined, all_but_settings)).status, 403);
  const foreign = await service.foreignKey();
  assert.equal((await service.api('GET', '/v1/api_keys', undefined, foreign)).body.count, 1);
  for (const wanted of [id, '01900000-0000-7000-8000-000000000000', 'nonsense'])
    for (const method of ['GET', 'DELETE'])
      assert.equal((await service.api(method, `/v1/api_keys/${wanted}`, undefined, foreign)).status, 404);
});

test('a key cannot make one with more areas or higher levels than its own', async () => {
  const own = { settings: 'write', emails: 'read' } as const;
  const headers = await service.keyWith(own);
  for (const permissions of [
    { emails: 'write' },
    { subscribers: 'read' },
    { installation: 'read' },
    { ...own, sending: 'write' },
  ]) {
    const { status, body } = await make({ name: 'more', permissions }, headers);
    assert.deepEqual([status, body.code], [403, 'forbidden'], JSON.stringify(permissions));
  }
  for (const permissions of [{}, { emails: 'read' }, own])
    assert.equal((await make({ name: 'less', permissions }, headers)).status, 201);
});

test('a key cannot make one that outlives it, and by default makes one that expires with it', async () => {
  const expiry_date = inAnHour();
  const { secret } = await createKey(service.db, service.newsletter, {
    name: 'mortal',
    permissions: everything,
    expiry_date,
  });
  const headers = { authorization: `Token ${secret}` };
  const child = { name: 'child', permissions: {} };
  const later = new Date(Date.parse(expiry_date) + 1).toISOString();
  for (const longer of [null, later])
    assert.equal((await make({ ...child, expiry_date: longer }, headers)).status, 403);
  assert.equal((await make(child, headers)).body.expiry_date, expiry_date);
  assert.equal((await make({ ...child, expiry_date }, headers)).body.expiry_date, expiry_date);
});

test('a key gets its bounds when it is made and cannot make one with wider bounds', async () => {
  const { body: tag } = await service.api('POST', '/v1/tags', { name: 'beta' });
  const other = (await service.api('POST', '/v1/tags', { name: 'gamma' })).body;
  const bounds = {
    most_recipients: 5,
    most_recipients_a_day: null,
    tags: ['Beta'],
    drafts_only: false,
    needs_approval: false,
  };
  const made = await make({ name: 'bound', permissions: { settings: 'write' }, bounds });
  const own = { ...bounds, tags: [tag.id] };
  assert.deepEqual([made.status, made.body.bounds], [201, own]);
  assert.deepEqual((await service.api('GET', `/v1/api_keys/${made.body.id}`)).body.bounds, own);
  const child = { name: 'child', permissions: {} };
  assert.deepEqual((await make(child, bearer(made))).body.bounds, own, 'omitted bounds are inherited');
  const narrower = { most_recipients: 4, most_recipients_a_day: 9, drafts_only: true };
  const { body } = await make({ ...child, bounds: narrower }, bearer(made));
  assert.deepEqual(body.bounds, { ...own, ...narrower });
  for (const [wider, field] of [
    [{ most_recipients: 6 }, 'most_recipients'],
    [{ most_recipients: null }, 'most_recipients'],
    [{ tags: null }, 'tags'],
    [{ tags: [] }, 'tags'],
    [{ tags: [tag.id, other.id] }, 'tags'],
  ] as const) {
    const refused = await make({ ...child, bounds: wider }, bearer(made));
    assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden'], JSON.stringify(wider));
    assert.match(refused.body.detail, new RegExp(`^bounds.${field}: `));
  }
  for (const wrong of [{ most_recipients: 0 }, { most: 1 }, { drafts_only: 'yes' }, { tags: ['unknown'] }])
    assert.equal((await make({ ...child, bounds: wrong })).status, 400, JSON.stringify(wrong));
  const drafts = await make({ name: 'drafts', permissions: everything, bounds: { drafts_only: true } });
  const draft = { subject: 'A draft', body: 'Text', status: 'draft' };
  assert.equal((await service.api('POST', '/v1/emails', draft, bearer(drafts))).status, 201);
  const { status: _, ...sent } = draft;
  assert.equal((await service.api('POST', '/v1/emails', sent, bearer(drafts))).status, 403);
  const threshold = { approval_threshold: 5 };
  const path = `/v1/newsletters/${service.newsletter.id}`;
  assert.equal((await service.api('PATCH', path, threshold, bearer(drafts))).status, 403);
});

test('only an installation key can make or revoke an installation key', async () => {
  const owner = await make({ name: 'owner', permissions: { ...everything, installation: 'write' } });
  assert.equal(owner.status, 201);
  const { id } = (await make({ name: 'scraper', permissions: { installation: 'read' } }, bearer(owner))).body;
  const full = await service.keyWith(everything);
  const refused = await service.api('DELETE', `/v1/api_keys/${id}`, undefined, full);
  assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
  assert.equal((await service.api('DELETE', `/v1/api_keys/${id}`, undefined, bearer(owner))).status, 204);
});

test('a key shows when it was last used, recorded at most once a minute', async () => {
  const made = await make({ name: 'used', permissions: {} });
  const ping = () => service.api('GET', '/v1/ping', undefined, bearer(made));
  const row = service.db.updateTable('api_keys').where('id', '=', made.body.id);
  const read = async () => (await service.api('GET', `/v1/api_keys/${made.body.id}`)).body.last_used_date;
  await ping();
  const first = await read();
  assert.ok(Date.parse(first) <= Date.now());
  const halfAMinuteAgo = new Date(Date.now() - 30_000).toISOString();
  await row.set({ last_used_date: halfAMinuteAgo }).execute();
  await ping();
  assert.equal(await read(), halfAMinuteAgo);
  await row.set({ last_used_date: new Date(Date.now() - 61_000).toISOString() }).execute();
  await ping();
  assert.ok((await read()) >= first);
});

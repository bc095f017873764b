import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { everythingEverywhere } from '../../accounts/permissions.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { asCsv } from './routes.ts';

let service: TestService;
let owner: Record<string, string>;
before(async () => {
  service = await startTestService();
  owner = await service.keyWith(everythingEverywhere);
});
after(() => service.stop());

const entries = async (query = '', headers = owner) =>
  (await service.api('GET', `/v1/audit_log?${query}`, undefined, headers)).body.results;
const newest = async () => (await entries())[0];

test('an action with a key is recorded with its object, actor and address, and without contents', async () => {
  const url = 'https://hooks.example.org/secret-path';
  const { body: webhook } = await service.api('POST', '/v1/webhooks', { url, signing_key: 'open sesame' });
  const { id, creation_date, ...created } = await newest();
  assert.match(creation_date, /Z$/);
  assert.deepEqual(created, {
    newsletter_id: service.newsletter.id,
    action: 'webhook.created',
    actor_type: 'key',
    actor_id: created.actor_id,
    actor_name: 'first key',
    ip_address: '127.0.0.1',
    object_id: webhook.id,
    details: { status: 'enabled' },
  });
  assert.match(created.actor_id, /^[0-9a-f-]{36}$/);
  await service.api('PATCH', `/v1/webhooks/${webhook.id}`, {
    description: 'about x',
    signing_key: 'changed key',
  });
  const updated = await newest();
  assert.deepEqual(
    [updated.action, updated.details.fields.sort()],
    ['webhook.updated', ['description', 'signing_key']],
  );
  const settings = { name: 'Renamed', captcha_secret: 'private' };
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, settings);
  assert.deepEqual((await newest()).details, { fields: ['name', 'captcha_secret'] });
  await service.api('POST', '/v1/subscribers', { email: 'ada@example.org', type: 'regular' });
  const { body: ada } = await service.api('GET', '/v1/subscribers/ada@example.org');
  await service.api('DELETE', '/v1/subscribers/ada@example.org');
  const deleted = await newest();
  assert.deepEqual([deleted.action, deleted.object_id], ['subscriber.deleted', ada.id]);
  const all = JSON.stringify(await entries());
  for (const word of ['sesame', 'changed key', 'secret-path', 'about x', 'private', 'Renamed', 'ada@'])
    assert.ok(!all.includes(word), word);
});

test('sends are recorded, drafts and refused requests are not, and a replayed response is not recorded again', async () => {
  const { count: before } = (await service.api('GET', '/v1/audit_log', undefined, owner)).body;
  const countNow = async () => (await service.api('GET', '/v1/audit_log', undefined, owner)).body.count;
  const draft = (await service.api('POST', '/v1/emails', { subject: 'A', status: 'draft' })).body;
  assert.equal((await service.api('POST', '/v1/emails', { subject: '' })).status, 400);
  assert.equal((await service.api('DELETE', `/v1/webhooks/${draft.id}`)).status, 404);
  assert.equal(await countNow(), before);
  const once = { 'idempotency-key': 'audit' };
  const scheduled = { subject: 'B', status: 'scheduled', publish_date: '2999-01-01T00:00:00Z' };
  for (let time = 0; time < 2; time += 1) await service.api('POST', '/v1/emails', scheduled, once);
  assert.equal(await countNow(), before + 1);
  assert.equal((await newest()).action, 'email.scheduled');
  await service.api('PATCH', `/v1/emails/${draft.id}`, { subject: 'C' });
  assert.deepEqual(
    [(await newest()).action, (await newest()).details.fields],
    ['email.updated', ['subject']],
  );
  await service.api('DELETE', `/v1/emails/${draft.id}`);
  assert.deepEqual([(await newest()).action, (await newest()).object_id], ['email.deleted', draft.id]);
});

test('a key sees its own newsletter’s entries; those of the installation or of others need installation:read', async () => {
  const foreign = await service.foreignKey();
  await service.api('POST', '/v1/api_keys', { name: 'x', permissions: { emails: 'read' } }, foreign);
  assert.deepEqual(
    (await entries('', foreign)).map(({ action }: { action: string }) => action),
    ['api_key.created'],
  );
  const local = await service.keyWith({ settings: 'read' });
  const seen = new Set(
    (await entries('page_size=1000', local)).map((one: { newsletter_id: string }) => one.newsletter_id),
  );
  assert.deepEqual([...seen], [service.newsletter.id]);
  assert.ok((await entries('action=api_key.created')).length > 0);
  assert.equal(
    (await service.api('GET', '/v1/audit_log', undefined, await service.keyWith({ emails: 'write' }))).status,
    403,
  );
});

test('filters narrow by action, actor, object and date', async () => {
  const all = await entries('page_size=1000');
  const [one] = all;
  for (const name of ['action', 'actor_id', 'object_id', 'newsletter_id'])
    assert.deepEqual(
      await entries(`page_size=1000&${name}=${one[name]}`),
      all.filter((other: Record<string, unknown>) => other[name] === one[name]),
      name,
    );
  assert.deepEqual(await entries('creation_date__start=2999-01-01'), []);
});

test('following next leads to the end of the log, whatever is added meanwhile; a broken cursor is refused', async () => {
  const log = (query: string) => service.api('GET', `/v1/audit_log?${query}`, undefined, owner);
  const all = await entries('page_size=1000');
  let page = (await log('page_size=3')).body;
  const seen = [...page.results];
  await service.api('POST', '/v1/api_keys', { name: 'later', permissions: { emails: 'read' } });
  for (; page.next; seen.push(...page.results))
    page = (await log(new URL(page.next).searchParams.toString())).body;
  assert.deepEqual(seen, all);
  for (const cursor of ['x', Buffer.from('[1]').toString('base64url'), "'"]) {
    const { status, body } = await log(`cursor=${cursor}`);
    assert.deepEqual([status, body.code], [400, 'request_invalid'], cursor);
  }
});

test('the export contains every matching entry and no formula, and is itself recorded', async () => {
  const csv = await service.api('GET', '/v1/audit_log/export?action=webhook.created', undefined, owner);
  assert.match(csv.headers.get('content-type')!, /^text\/csv/);
  assert.equal(csv.text.split('\r\n').length, 3);
  assert.equal((await newest()).action, 'audit_log.exported');
  const lines = await service.api('GET', '/v1/audit_log/export?format=jsonl', undefined, owner);
  assert.deepEqual(
    lines.text.trim().split('\n').slice(0, -1).length > 3 && JSON.parse(lines.text.split('\n')[0]!).action,
    'webhook.created',
  );
  assert.equal((await service.api('GET', '/v1/audit_log/export?format=xml', undefined, owner)).status, 400);
  const none = (async function* () {})();
  const lines_of_none: string[] = [];
  for await (const line of asCsv(none, everythingEverywhere)) lines_of_none.push(line);
  assert.equal(lines_of_none.length, 1);
});

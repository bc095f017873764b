import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { readContents } from '../../testing/contents.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const create = async (email: string) =>
  (await service.api('POST', '/v1/subscribers', { email, type: 'regular', metadata: { name: 'Adalbert' } }))
    .body;

test('a person’s data come in one file, without the notes, and the audit log records it', async () => {
  const { id } = await create('ada@example.org');
  await service.api('PATCH', `/v1/subscribers/${id}`, { notes: 'a secret note' });
  const { status, headers, body, text } = await service.api('GET', '/v1/subscribers/ada@example.org/data');
  assert.equal(status, 200);
  assert.match(headers.get('content-disposition')!, /^attachment; filename="test-[\w-]+\.json"$/);
  assert.equal(body.subscriber.email_address, 'ada@example.org');
  assert.deepEqual([body.consents, body.opens_and_clicks, body.emails], [[], [], []]);
  assert.equal(body.events[0].event_type, 'subscriber.created');
  assert.doesNotMatch(text, /secret note/);
  const [entry] = (await service.api('GET', '/v1/audit_log?page_size=1')).body.results;
  assert.deepEqual([entry.action, entry.object_id], ['subscriber.data_exported', id]);
  assert.equal((await service.api('GET', '/v1/subscribers/nobody@example.org/data')).status, 404);
});

test('an erasure leaves nothing of the person, and its receipt proves which address was meant', async () => {
  const email = 'Bob@example.org';
  const { id } = await create(email);
  const { status, body } = await service.api('POST', `/v1/subscribers/${id}/erasure`);
  assert.equal(status, 200);
  assert.equal(body.subscriber_id, id);
  assert.equal(body.address_sha256, createHash('sha256').update('bob@example.org').digest('hex'));
  assert.deepEqual(body.deleted, {
    consents: 0,
    opens_and_clicks: 0,
    former_values: 0,
    grants: 0,
    links: 0,
    notes: 0,
    answers: 0,
    comments: 0,
    replies: 0,
    referrals: 0,
    bounces_and_complaints: 0,
  });
  assert.doesNotMatch(JSON.stringify(await readContents(service.db)), /bob@example/i);
  const [entry] = (await service.api('GET', '/v1/audit_log?page_size=1')).body.results;
  assert.deepEqual([entry.action, entry.object_id], ['subscriber.deleted', id]);
  assert.equal((await service.api('POST', `/v1/subscribers/${id}/erasure`)).status, 404);
});

test('only keys that may read or change subscribers may do either', async () => {
  await create('eve@example.org');
  const viewer = await service.keyWith({ emails: 'read', settings: 'read' });
  const reader = await service.keyWith({ subscribers: 'read' });
  const path = '/v1/subscribers/eve@example.org';
  assert.equal((await service.api('GET', `${path}/data`, undefined, viewer)).status, 403);
  assert.equal((await service.api('POST', `${path}/erasure`, {}, reader)).status, 403);
});

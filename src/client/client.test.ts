import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { createClient } from './client.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('an email is created, changed, found, previewed and deleted', async () => {
  const { client } = service;
  const created = await client.post('/v1/emails', {
    body: { subject: 'Typed', body: 'Hello', status: 'draft' },
  });
  assert.equal(created.status, 201);
  assert.ok(created.data);
  const { id } = created.data;

  const updated = await client.patch('/v1/emails/{id}', {
    params: { id },
    body: { description: 'From the client' },
  });
  assert.equal(updated.data?.description, 'From the client');

  const list = await client.get('/v1/emails', {
    query: { status: ['draft', 'scheduled'], ordering: '-creation_date', page: 1 },
  });
  assert.deepEqual(
    list.data?.results.map(email => email.id),
    [id],
  );

  const preview = await client.post('/v1/emails/{id}/preview', { params: { id } });
  assert.equal(preview.data?.subject, 'Typed');

  const deleted = await client.delete('/v1/emails/{id}', { params: { id } });
  assert.deepEqual([deleted.status, deleted.error], [204, undefined]);
});

test('a refusal is a value with its code', async () => {
  const refused = await service.client.post('/v1/emails', { body: { subject: ' ' } });
  assert.equal(refused.status, 400);
  assert.equal(refused.error?.code, 'subject_invalid');
  const stranger = createClient({ base_url: service.url, key: 'unknown' });
  const { status, error } = await stranger.get('/v1/tags');
  assert.deepEqual([status, error?.code], [401, 'authentication_invalid']);
});

test('path parameters are encoded, and headers are sent', async () => {
  const { client } = service;
  const email_address = 'ada+a/b?c#d@example.org';
  for (const tags of [['one'], ['two']]) {
    await client.post('/v1/tags', { body: { name: tags[0]! } });
    const headers = { 'X-Buttondown-Collision-Behavior': 'add' };
    const answer = await client.post('/v1/subscribers', { body: { email_address, tags }, headers });
    assert.equal(answer.error, undefined);
  }
  const params = { id_or_email: email_address };
  const { data } = await client.get('/v1/subscribers/{id_or_email}', { params });
  assert.deepEqual([data?.email_address, data?.tags.length], [email_address, 2]);
});

test('a form is sent as multipart form data', async () => {
  const body = new FormData();
  body.append('file', new Blob(['12:31']), 'tides.txt');
  const { status, data } = await service.client.post('/v1/attachments', { body });
  assert.deepEqual([status, data?.name, data?.size], [201, 'tides.txt', 5]);
});

test('a response from another program is returned as a failure', async () => {
  const proxy = createServer((_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
  await new Promise<void>(resolve => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  const { port } = proxy.address() as AddressInfo;
  const { status, error } = await createClient({ base_url: `http://127.0.0.1:${port}`, key: 'any' }).get(
    '/v1/ping',
  );
  assert.deepEqual([status, error?.code], [502, 'unreadable']);
  await new Promise(resolve => proxy.close(resolve));
});

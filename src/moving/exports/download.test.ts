import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readCell } from '../../platform/csv.ts';
import { exportBundle, readBundle } from '../../testing/moving.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { pruneExports } from './clean.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
  const people = [
    {
      email: 'ada@example.org',
      type: 'regular',
      tags: ['A', 'B'],
      metadata: { first_name: 'Ada' },
      notes: '=1+1',
    },
    { email: 'bob@example.org', type: 'unsubscribed', notes: "'=x" },
  ];
  for (const body of people) assert.equal((await service.api('POST', '/v1/subscribers', body)).status, 201);
});
after(() => service.stop());

const everything = () =>
  service.keyWith({
    emails: 'write',
    sending: 'write',
    subscribers: 'write',
    automations: 'write',
    bulk_actions: 'write',
    settings: 'write',
  });

test('a download continues where it was interrupted', async () => {
  const whole = await exportBundle(service);
  const { id } = (await service.api('GET', '/v1/exports')).body.results[0];
  const key = await everything();
  const path = `${service.url}/v1/exports/${id}/download`;
  const first = await fetch(path, { headers: { ...key, range: 'bytes=0-99' } });
  const rest = await fetch(path, {
    headers: { ...key, range: 'bytes=100-', 'if-range': first.headers.get('etag')! },
  });
  assert.deepEqual([first.status, first.headers.get('content-range')], [206, `bytes 0-99/${whole.length}`]);
  assert.equal(rest.status, 206);
  const both = Buffer.concat([Buffer.from(await first.arrayBuffer()), Buffer.from(await rest.arrayBuffer())]);
  assert.ok(both.equals(whole));
  const tail = await fetch(path, { headers: { ...key, range: 'bytes=-5' } });
  assert.ok(Buffer.from(await tail.arrayBuffer()).equals(whole.subarray(-5)));
  const beyond = await fetch(path, { headers: { ...key, range: `bytes=${whole.length}-` } });
  assert.deepEqual([beyond.status, (await beyond.json()).code], [416, 'range_invalid']);
  const other = await fetch(path, { headers: { ...key, range: 'bytes=0-9', 'if-range': '"x"' } });
  assert.deepEqual([other.status, Number(other.headers.get('content-length'))], [200, whole.length]);
});

test('an export and its file are deleted on request and after they have expired', async () => {
  await exportBundle(service);
  const { id } = (await service.api('GET', '/v1/exports')).body.results[0];
  assert.equal((await service.api('DELETE', `/v1/exports/${id}`)).status, 204);
  assert.equal((await service.api('GET', `/v1/exports/${id}/download`)).status, 404);
  await exportBundle(service);
  const { results } = (await service.api('GET', '/v1/exports')).body;
  const days = (Date.parse(results[0].expiry_date) - Date.parse(results[0].completion_date)) / 86_400_000;
  assert.equal(days, 7);
  assert.equal(await pruneExports(service.db, service.store, new Date(), 100), 0);
  const removed = await pruneExports(service.db, service.store, new Date(Date.now() + 8 * 86_400_000), 100);
  assert.equal(removed, results.length);
  assert.equal((await service.api('GET', '/v1/exports')).body.count, 0);
  await assert.rejects(service.store.getBytes(`exports/${results[0].id}`));
});

test('collections are exported as CSV or JSON with the requested columns, as clients of Buttondown expect', async () => {
  const { status, body } = await service.api('POST', '/v1/exports', {
    collections: ['subscribers', 'emails'],
    format: 'json',
    columns: ['email_address', 'tags'],
  });
  assert.deepEqual([status, body.collections, body.format], [201, ['subscribers', 'emails'], 'json']);
  await until(
    'ready',
    async () => (await service.api('GET', `/v1/exports/${body.id}`)).body.status === 'ready',
  );
  const { data } = await service.client.get('/v1/exports/{id}/download', { params: { id: body.id } });
  const files = await readBundle(Buffer.from(await (data as Blob).arrayBuffer()));
  assert.deepEqual([...files.keys()], ['subscribers.json', 'emails.json']);
  assert.deepEqual(JSON.parse(files.get('subscribers.json')!.toString()), [
    { email_address: 'ada@example.org', tags: ['A', 'B'] },
    { email_address: 'bob@example.org', tags: [] },
  ]);
  for (const wrong of [
    { collections: ['comments'] },
    { collections: ['subscribers'], columns: ['x'] },
    { columns: ['id'] },
    { collections: ['subscribers'], parameters: { type: 'regular' } },
  ])
    assert.equal((await service.api('POST', '/v1/exports', wrong)).status, 400, JSON.stringify(wrong));
});

test('subscribers are exported in the columns of other services, and no cell runs as a formula', async () => {
  const rows = async (query: string) => {
    const { status, text } = await service.api('GET', `/v1/exports/csv/subscribers${query}`);
    assert.equal(status, 200);
    return text.trimEnd().split('\r\n');
  };
  const mailchimp = await rows('?layout=mailchimp&type=regular');
  assert.equal(mailchimp.length, 2);
  assert.match(mailchimp[0]!, /^Email Address,First Name,Last Name,/);
  assert.match(mailchimp[1]!, /^ada@example\.org,Ada,,.*,'=1\+1,"""A"",""B"""$/);
  const ghost = await rows('?layout=ghost');
  assert.match(ghost[1]!, /^,ada@example\.org,Ada,'=1\+1,true,false,/);
  assert.match(ghost[2]!, /^,bob@example\.org,,''=x,false,false,/);
  assert.match((await rows('?layout=buttondown'))[1]!, /^ada@example\.org,regular,"A,B",'=1\+1,/);
  assert.match((await rows(''))[0]!, /^id,email_address,type,mail_state,tags,metadata,/);
  assert.deepEqual(["'=1+1", "''=x", "'tis", 'x'].map(readCell), ['=1+1', "'=x", "'tis", 'x']);
  assert.equal((await service.api('GET', '/v1/exports/csv/subscribers?layout=x')).status, 400);
});

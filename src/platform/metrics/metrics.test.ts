import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { connectDatabase } from '../database/connect.ts';
import { createServer } from '../http/server.ts';
import { createLog } from '../log.ts';
import { metricsRoutes } from './routes.ts';

const token = 'a-token-for-prometheus';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true, env: { METRICS_TOKEN: token } });
});
after(() => service.stop());

/** Returns the samples of /metrics, by name and labels as they are written. */
async function scrape(): Promise<Map<string, number>> {
  const { status, text } = await service.api('GET', '/metrics', undefined, {
    authorization: `Bearer ${token}`,
  });
  assert.equal(status, 200);
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

test('metrics are shown to METRICS_TOKEN and to installation keys, and to nobody else, local or remote', async () => {
  const statusFor = async (authorization: string) => {
    const { status, body } = await service.api('GET', '/metrics', undefined, { authorization });
    return [status, body?.code];
  };
  const keyWith = async (permissions: object) => (await service.keyWith(permissions)).authorization!;
  const shown = await service.api('GET', '/metrics', undefined, { authorization: `Bearer ${token}` });
  assert.equal(shown.status, 200);
  assert.match(shown.headers.get('content-type')!, /^text\/plain; version=0\.0\.4/);
  assert.deepEqual(await statusFor(await keyWith({ installation: 'read' })), [200, undefined]);
  assert.deepEqual(await statusFor(''), [401, 'authentication_missing']);
  for (const wrong of ['Token wrong', `Token ${token}`, `Bearer ${token}x`, 'Bearer', token])
    assert.deepEqual(await statusFor(wrong), [401, 'authentication_invalid'], wrong);
  assert.deepEqual(
    await statusFor(await keyWith({ settings: 'write', subscribers: 'write', emails: 'write' })),
    [403, 'forbidden'],
  );
});

test('without METRICS_TOKEN no token is accepted', async t => {
  const other = await startTestService();
  t.after(() => other.stop());
  for (const authorization of ['Bearer ', 'Bearer undefined', `Bearer ${token}`])
    assert.equal((await other.api('GET', '/metrics', undefined, { authorization })).status, 401);
  assert.equal((await other.api('GET', '/metrics')).status, 200);
});

test('sends are counted by outcome only', async () => {
  const before = await scrape();
  for (const name of ['ada', 'grace', 'gone'])
    await service.api('POST', '/v1/subscribers', { email: `${name}@example.org`, type: 'regular' });
  service.sink.treat = to => (to.startsWith('gone') ? { rcpt: '550 5.1.1 unknown' } : {});
  const { id } = (await service.api('POST', '/v1/emails', { subject: 'Counted', body: 'x' })).body;
  await until(
    'it is sent',
    async () => (await service.api('GET', `/v1/emails/${id}`)).body.status === 'sent',
  );
  const after = await scrape();
  const grown = (outcome: string) => {
    const name = `postrider_sends_total{outcome="${outcome}"}`;
    return (after.get(name) ?? 0) - (before.get(name) ?? 0);
  };
  assert.deepEqual([grown('accepted'), grown('permanent'), grown('temporary')], [2, 1, 0]);
});

test('requests are timed by route pattern, never by the requested address', async () => {
  // The counts belong to the process, in which other test files may have requested the same routes before.
  const counts = async () => {
    const samples = await scrape();
    return ['/v1/subscribers/:id_or_email', '(none)'].map(
      route =>
        samples.get(`postrider_http_request_seconds_count{method="GET",route="${route}",status="4xx"}`) ?? 0,
    );
  };
  const before = await counts();
  await service.api('GET', '/v1/subscribers/eve%40example.org');
  await service.api('GET', '/nowhere/eve%40example.org');
  await until('both are counted', async () =>
    (await counts()).every((count, route) => count === before[route]! + 1),
  );
  assert.doesNotMatch((await service.api('GET', '/metrics')).text, /eve/);
});

test('waiting work is shown by queue with the age of the oldest, together with the database pool', async () => {
  const empty = await scrape();
  for (const queue of ['start_sending', 'sending', 'webhooks', 'tell_webhook_owner'])
    assert.deepEqual([queue, empty.get(`postrider_queue_waiting{queue="${queue}"}`)], [queue, 0]);
  await service.db
    .insertInto('webhooks')
    .values({
      id: '01900000-0000-7000-8000-000000000001',
      newsletter_key: service.newsletter.key,
      url: 'https://93.184.215.14/',
      signing_key: 'whsec_',
      status: 'enabled',
      busy_until: '2100-01-01T00:00:00Z',
    })
    .execute();
  await service.api('POST', '/v1/subscribers', { email: 'waits@example.org', type: 'regular' });
  const past = new Date(Date.now() - 3_600_000).toISOString();
  await service.db.updateTable('webhook_deliveries').set({ next_attempt_date: past }).execute();
  const samples = await scrape();
  assert.equal(samples.get('postrider_queue_waiting{queue="webhooks"}'), 1);
  const age = samples.get('postrider_queue_oldest_seconds{queue="webhooks"}')!;
  assert.ok(age >= 3600 && age < 3700, String(age));
  assert.equal(samples.get('postrider_database_up'), 1);
  assert.ok(samples.get('postrider_database_connections{state="idle"}')! > 0);
  assert.equal(samples.get('postrider_database_connections{state="waiting"}'), 0);
});

test('without the database the process still reports its own counters', async () => {
  const app = await createServer({ log: createLog('silent'), body_limit: 1000, trusted_proxies: [] });
  const db = connectDatabase('postgres://nobody@127.0.0.1:1/nothing', { size: 1, on_error: () => {} });
  metricsRoutes(app, { db, replicas: { states: () => [] }, allow: async () => {}, backlogs: [] });
  const { statusCode, body } = await app.inject({ url: '/metrics' });
  assert.equal(statusCode, 200);
  assert.match(body, /^postrider_database_up 0$/m);
  assert.match(body, /^# TYPE postrider_sends_total counter$/m);
  assert.doesNotMatch(body, /^postrider_queue_waiting\{/m, 'and nothing unknown');
  await app.close();
  await db.destroy();
});

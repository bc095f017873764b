import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { openReceiver, type Receiver } from '../testing/receiver.ts';
import { until } from '../testing/until.ts';

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function start(): Promise<{ service: TestService; slow: Receiver; quick: Receiver }> {
  const slow = await openReceiver();
  opened.push(slow.close);
  const quick = await openReceiver();
  opened.push(quick.close);
  const service = await startTestService({ works: true, env: { ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' } });
  opened.push(service.stop);
  return { service, slow, quick };
}

test('10,000 events to an endpoint that hangs do not delay another endpoint', async () => {
  const { service, slow, quick } = await start();
  let hanging = 0;
  let most = 0;
  slow.answer = response => {
    hanging += 1;
    most = Math.max(most, hanging);
    response.on('close', () => {
      hanging -= 1; // each request has a time limit, which a busy machine may reach
    });
  };
  const webhook = (await service.api('POST', '/v1/webhooks', { url: slow.url })).body;
  await sql`
    with event as (
      insert into events (id, newsletter_key, event_type)
      select gen_random_uuid(), ${service.newsletter.key}, 'email.updated' from generate_series(1, 10000)
      returning key
    )
    insert into webhook_deliveries (event_key, webhook_key) select event.key, webhooks.key from event, webhooks`.execute(
    service.db,
  );
  await until('the slow one is asked', async () => hanging === 4);
  await service.api('POST', '/v1/webhooks', { url: quick.url });
  for (let n = 0; n < 20; n += 1) await service.api('POST', '/v1/tags', { name: `tag ${n}` });
  for (let n = 0; n < 20; n += 1) {
    const { status } = await service.api('POST', '/v1/subscribers', {
      email: `r${n}@example.org`,
      type: 'regular',
    });
    assert.equal(status, 201);
  }
  await until('the quick one has received all', async () => quick.received.length === 20);
  assert.equal(most, 4, 'while the slow one still hangs');
  await until('only the slow one is left to be told', async () => {
    const left = await service.db.selectFrom('webhook_deliveries').select('webhook_key').execute();
    return left.length === 10_020 && new Set(left.map(row => row.webhook_key)).size === 1;
  });
  await service.api('DELETE', `/v1/webhooks/${webhook.id}`);
});

test('an event is posted within moments and retried in seconds, and a stopping service does not wait long', async () => {
  const { service, quick } = await start();
  let answers = 0;
  quick.answer = response => {
    answers += 1;
    if (answers < 3) response.writeHead(answers === 1 ? 500 : 200).end();
  };
  await service.api('POST', '/v1/webhooks', { url: quick.url });
  await service.api('POST', '/v1/subscribers', { email: 'ada@example.org', type: 'regular' });
  await until('it is told', async () => quick.received.length === 1);
  await until('it is told again', async () => quick.received.length === 2);
  assert.equal(quick.received[0]!.headers['webhook-id'], quick.received[1]!.headers['webhook-id']);
  await service.api('POST', '/v1/subscribers', { email: 'grace@example.org', type: 'regular' });
  await until('one hangs', async () => quick.received.length === 3);
});

test('no event is lost at endpoints that close every connection or send nothing after the headers', async () => {
  const { service, slow, quick } = await start();
  quick.answer = response => void response.destroy();
  slow.answer = response => void response.writeHead(200).flushHeaders();
  for (const url of [quick.url, slow.url]) await service.api('POST', '/v1/webhooks', { url });
  await service.api('POST', '/v1/subscribers', { email: 'ada@example.org', type: 'regular' });
  await until('both are asked', async () => quick.received.length > 0 && slow.received.length > 0);
  const deliveries = () => service.db.selectFrom('webhook_deliveries').selectAll().execute();
  await until('the failure is noted', async () => (await deliveries()).some(({ attempts }) => attempts > 0));
  assert.equal((await deliveries()).length, 2);
});

test('a slow request keeps its lease, so that no other worker repeats it', async () => {
  const { service, slow } = await start();
  const hung: (() => void)[] = [];
  slow.answer = response => void hung.push(() => response.end());
  await service.api('POST', '/v1/webhooks', { url: slow.url });
  await service.api('POST', '/v1/subscribers', { email: 'ada@example.org', type: 'regular' });
  await until('it is asked', async () => hung.length === 1);
  const leaseEnd = async () =>
    (await service.db.selectFrom('webhook_deliveries').selectAll().executeTakeFirstOrThrow())
      .next_attempt_date;
  const first = await leaseEnd();
  await until('the lease is renewed', async () => (await leaseEnd()) > first);
  hung[0]!();
  await until('it is told', async () => {
    const left = await service.db.selectFrom('webhook_deliveries').select('event_key').execute();
    return left.length === 0;
  });
  assert.equal(slow.received.length, 1);
});

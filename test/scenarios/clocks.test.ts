import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inProgram } from '../../src/platform/root.ts';
import { addSubscribers } from '../../src/testing/audience.ts';
import { ledgerOf, untilStatus } from '../../src/testing/ledger.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { type RunningProcess, startProcess } from '../../src/testing/processes.ts';
import { openReceiver, type Receiver } from '../../src/testing/receiver.ts';
import { until } from '../../src/testing/until.ts';

let service: TestService;
let receiver: Receiver;
const recipients = 1500;
before(async () => {
  service = await startTestService();
  await addSubscribers(service.db, service.newsletter, recipients);
  receiver = await openReceiver();
});
after(async () => {
  await receiver.close();
  await service.stop();
});

const hours = { right: 0, ahead: 5000, behind: -5000 };

test('workers whose clocks are 5 s ahead and behind send to everybody once, nothing too early, and take no work from another', async () => {
  await using opened = new AsyncDisposableStack();
  const workers: RunningProcess[] = [];
  workers.push(opened.use(await startWorker(hours.behind)));
  // The others start while the worker whose clock is behind makes its requests. These take longer than its leases, which must be renewed.
  const asked = Promise.withResolvers<void>();
  const others = Promise.withResolvers<void>();
  receiver.answer = async response => {
    asked.resolve();
    await others.promise;
    await sleep(7000);
    response.writeHead(204).end();
  };
  const { body: webhook } = await service.api('POST', '/v1/webhooks', {
    url: `${receiver.url}/hook`,
    event_types: ['subscriber.created'],
  });
  assert.ok(webhook.id);
  for (const name of ['ada', 'bo', 'cy', 'di', 'ed', 'fay'])
    await service.api('POST', '/v1/subscribers', {
      email_address: `${name}@example.org`,
      type: 'unactivated',
    });
  await asked.promise;
  for (const shift of [hours.right, hours.ahead]) workers.push(opened.use(await startWorker(shift)));
  others.resolve();

  const scheduled_date = new Date(Date.now() + 6000);
  service.sink.treat = () => ({ before_dot: sleep(25) });
  const isScheduled = ({ source }: { source: string }) => /^Subject: Scheduled/m.test(source);
  const now = await service.api('POST', '/v1/emails', { subject: 'At once', body: 'Hello' });
  const later = await service.api('POST', '/v1/emails', {
    subject: 'Scheduled',
    body: 'Hello',
    status: 'scheduled',
    publish_date: scheduled_date.toISOString(),
  });

  await until('its time has come', async () => {
    const sent = service.sink.accepted.filter(isScheduled).length; // counted before the time is read
    const isTime = Date.now() >= scheduled_date.getTime();
    assert.ok(isTime || sent === 0, `${sent} went out too early`);
    return isTime;
  });
  await untilStatus(service, now.body.id, 'sent');
  await untilStatus(service, later.body.id, 'sent');
  await until('all webhooks were told', async () => {
    const waiting = await service.db.selectFrom('webhook_deliveries').select('event_key').execute();
    return receiver.received.length >= 6 && waiting.length === 0;
  });
  for (const { body } of [now, later])
    assert.deepEqual(await ledgerOf(service.db, body.id), { accepted: recipients });
  const copies = service.sink.accepted.map(message => `${isScheduled(message)} ${message.to}`);
  assert.equal(copies.length, 2 * recipients);
  assert.equal(new Set(copies).size, 2 * recipients);
  const told = receiver.received.map(({ headers }) => headers['webhook-id']);
  assert.equal(told.length, 6);
  assert.equal(new Set(told).size, 6);
  for (const worker of workers) assert.equal(await worker.end('SIGTERM'), 0, worker.printed());
});

function startWorker(shift_ms: number): Promise<RunningProcess> {
  const env = {
    ROLE: 'worker',
    DATABASE_URL: service.database_url,
    SMTP_URL: service.sink.url,
    LEASE_SECONDS: '2',
    ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    SHIFTED_MS: String(shift_ms),
    NODE_OPTIONS: `--import=${inProgram('src/testing/shifted-clock.mjs')}`,
  };
  return startProcess(['serve'], env, /worker is running/);
}

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addSubscribers } from '../../src/testing/audience.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { type RunningProcess, startProcess } from '../../src/testing/processes.ts';
import { until } from '../../src/testing/until.ts';

let service: TestService;
const recipients = 200;
before(async () => {
  service = await startTestService();
  await addSubscribers(service.db, service.newsletter, recipients);
});
after(() => service.stop());

test('a worker whose relay takes its time to answer still stops soon, with nothing uncertain and nobody left out', async () => {
  const seconds = 4; // for each message; a window of 100 over 10 connections would take 40
  let is_slow = true;
  service.sink.treat = () => (is_slow ? { before_dot: sleep(seconds * 1000) } : {});
  let heard = 0;
  service.sink.heard = () => {
    heard += 1;
  };
  await using leaving = await startWorker();
  const { body } = await service.api('POST', '/v1/emails', { subject: 'Slow', body: 'Hello' });
  await until('messages wait for their answers', async () => heard >= 10);

  assert.equal(await leaving.end('SIGTERM'), 0); // it ends itself with 1 when this takes 20 seconds
  const sent = service.sink.accepted.length;
  assert.ok(sent >= 10 && sent < 50, `${sent} were sent`);
  assert.deepEqual(await ledger(), { accepted: sent, planned: recipients - sent });
  const [email] = await service.db.selectFrom('emails').select(['status', 'trouble_since']).execute();
  assert.deepEqual(email, { status: 'in_flight', trouble_since: null });

  is_slow = false;
  await using next = await startWorker();
  await until('sent', async () => (await service.api('GET', `/v1/emails/${body.id}`)).body.status === 'sent');
  assert.equal(await next.end('SIGTERM'), 0);
  assert.deepEqual(await ledger(), { accepted: recipients });
  assert.equal(new Set(service.sink.accepted.map(({ to }) => to)).size, recipients);
  assert.equal(service.sink.accepted.length, recipients);
});

function startWorker(): Promise<RunningProcess> {
  const env = { ROLE: 'worker', DATABASE_URL: service.database_url, SMTP_URL: service.sink.url };
  return startProcess(['serve'], env, /worker is at work/);
}

async function ledger(): Promise<Record<string, number>> {
  const rows = await service.db
    .selectFrom('deliveries')
    .groupBy('status')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .execute();
  return Object.fromEntries(rows.map(row => [row.status, row.count]));
}

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findDiscrepancies } from '../../src/delivery/ledger/counts.ts';
import { addReaders, ledgerOf, sendEmail, untilStatus } from '../../src/testing/ledger.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { type RunningProcess, startProcess } from '../../src/testing/processes.ts';
import { until } from '../../src/testing/until.ts';

let service: TestService;
const each = 150;
const window = 20;
before(async () => {
  service = await startTestService();
  for (const domain of ['slow.example', 'fast.example'])
    await addReaders(service.db, service.newsletter, domain, each);
});
after(async () => {
  try {
    assert.deepEqual(await findDiscrepancies(service.db), []);
  } finally {
    await service.stop();
  }
});

test('a worker killed while rates hold recipients back leaves nobody out, mails nobody twice, and leaves only those in hand uncertain', async () => {
  let slow = 0;
  service.sink.heard = ({ to }) => {
    if (to.endsWith('slow.example')) slow += 1;
  };
  service.sink.treat = to => ({
    get before_dot() {
      return sleep(to.endsWith('slow.example') ? 400 : 0);
    },
  });
  await using victim = await startWorker();
  const id = await sendEmail(service, 'Killed');
  await until('some of the slow ones', async () => slow > 40);
  await victim.end('SIGKILL');
  await using survivor = await startWorker();
  await untilStatus(service, id, 'sent');
  assert.equal(await survivor.end('SIGTERM'), 0);
  const { accepted = 0, uncertain = 0, ...rest } = await ledgerOf(service.db, id);
  assert.deepEqual(rest, {});
  assert.equal(accepted + uncertain, 2 * each);
  assert.ok(uncertain > 0 && uncertain <= window, `${uncertain} uncertain`);
  const to = service.sink.accepted.map(mail => mail.to);
  assert.equal(new Set(to).size, to.length, 'nobody has it twice');
  assert.ok(to.length >= 2 * each - uncertain);
});

test('when a worker is killed under a warm-up plan, no more people are mailed that day than it allows, and nobody is left out', async () => {
  const allowed = 120;
  const plan = { first_day: allowed, ceiling: allowed, per: 'newsletter' };
  assert.equal((await service.api('PUT', '/v1/warm_up', plan)).status, 200);
  let heard = 0;
  service.sink.heard = ({ source }) => {
    if (source.includes('Subject: Warmed')) heard += 1;
  };
  service.sink.treat = () => ({
    get before_dot() {
      return sleep(200);
    },
  });
  await using victim = await startWorker();
  await using survivor = await startWorker();
  const id = await sendEmail(service, 'Warmed');
  await until('some of them', async () => heard > 40);
  await victim.end('SIGKILL');
  await until('the day is used up', async () => {
    const { body } = await service.api('GET', `/v1/emails/${id}`);
    const { accepted = 0, uncertain = 0 } = await ledgerOf(service.db, id);
    return body.status_reason.startsWith('Waits for the warm-up plan') && accepted + uncertain >= allowed;
  });
  const { accepted = 0, uncertain = 0, planned } = await ledgerOf(service.db, id);
  assert.equal(accepted + uncertain, allowed, 'who may have been mailed counts');
  assert.equal(planned, 2 * each - allowed);
  assert.ok(heard <= allowed, `${heard} were handed over`);
  assert.equal((await service.api('GET', '/v1/warm_up')).body.today.sent, allowed);

  service.sink.treat = () => ({});
  await service.api('DELETE', '/v1/warm_up');
  await untilStatus(service, id, 'sent');
  assert.equal(await survivor.end('SIGTERM'), 0);
  assert.deepEqual(await ledgerOf(service.db, id), {
    accepted: 2 * each - uncertain,
    ...(uncertain > 0 && { uncertain }),
  });
  const to = service.sink.accepted
    .filter(({ source }) => source.includes('Subject: Warmed'))
    .map(mail => mail.to);
  assert.equal(new Set(to).size, to.length, 'nobody has it twice');
});

function startWorker(): Promise<RunningProcess> {
  const env = {
    ROLE: 'worker',
    DATABASE_URL: service.database_url,
    SMTP_URL: service.sink.url,
    LEASE_SECONDS: '2',
    UNCERTAIN_WINDOW: String(window),
    SMTP_CONNECTIONS: '8', // each may hold two messages, and more connections would widen the window
    DOMAIN_RATES: 'slow.example=20',
  };
  return startProcess(['serve'], env, /worker is running/);
}

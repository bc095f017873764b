import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { findDiscrepancies } from '../../src/delivery/ledger/counts.ts';
import { addSubscribers } from '../../src/testing/audience.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { type RunningProcess, startProcess } from '../../src/testing/processes.ts';
import { until } from '../../src/testing/until.ts';

// The API runs in this process and the workers as separate processes, all on one PostgreSQL. For kills see promise.test.ts.
let service: TestService;
const recipients = 1000;

before(async () => {
  service = await startTestService();
  await addSubscribers(service.db, service.newsletter, recipients);
});
after(async () => {
  try {
    assert.deepEqual(await findDiscrepancies(service.db), [], 'the stored counts match the rows');
  } finally {
    await service.stop();
  }
});

test('two workers share an email to 1,000 subscribers and each gets it exactly once', async () => {
  await using one = await startWorker();
  await using other = await startWorker();
  const id = await send('Shared work');
  await untilSent(id);
  assert.deepEqual(copiesAtSink('Shared work'), { people: recipients, twice: [] });
  assert.deepEqual(await ledger(id), { accepted: recipients });
  assert.deepEqual(await Promise.all([one, other].map(worker => worker.end('SIGTERM'))), [0, 0]);
});

test('a worker that is asked to stop hands its work on and leaves nothing uncertain', async () => {
  await using leaving = await startWorker();
  // The relay answers for some at once, and for the others only when the worker knows that it should stop.
  const gate = Promise.withResolvers<void>();
  service.sink.accepted.length = 0;
  service.sink.treat = () => (service.sink.accepted.length > 200 ? { before_dot: gate.promise } : {});
  const id = await send('Leaving');
  await until('some mail', async () => service.sink.accepted.length > 200);
  const ended = leaving.end('SIGTERM');
  await until('it is stopping', async () => leaving.printed().includes('Stopping'));
  gate.resolve();
  assert.equal(await ended, 0);
  assert.ok(service.sink.accepted.length < recipients, 'it was stopped midway');
  service.sink.treat = () => ({});
  await using next = await startWorker();
  await untilSent(id);
  await next.end('SIGTERM');
  assert.deepEqual(await ledger(id), { accepted: recipients });
  assert.deepEqual(copiesAtSink('Leaving'), { people: recipients, twice: [] });
});

function startWorker(): Promise<RunningProcess> {
  const env = {
    ROLE: 'worker',
    DATABASE_URL: service.database_url,
    SMTP_URL: service.sink.url,
    LEASE_SECONDS: '2',
  };
  return startProcess(['serve'], env, /worker is running/);
}

async function send(subject: string): Promise<string> {
  const { status, body } = await service.api('POST', '/v1/emails', {
    subject,
    body: 'Hello {{ subscriber.metadata.first_name }}',
  });
  assert.equal(status, 201);
  return body.id;
}

function untilSent(id: string) {
  return until('sent', async () => (await service.api('GET', `/v1/emails/${id}`)).body.status === 'sent');
}

async function ledger(id: string): Promise<Partial<Record<string, number>>> {
  const rows = await service.db
    .selectFrom('deliveries')
    .innerJoin('emails', 'emails.key', 'deliveries.email_key')
    .where('emails.id', '=', id)
    .groupBy('deliveries.status')
    .select(({ fn }) => ['deliveries.status', fn.countAll<number>().as('count')])
    .execute();
  return Object.fromEntries(rows.map(row => [row.status, row.count]));
}

function mailsAtSink(subject: string) {
  return service.sink.accepted.filter(mail => mail.source.includes(`Subject: ${subject}\r\n`));
}

function copiesAtSink(subject: string): { people: number; twice: string[] } {
  const seen = new Set<string>();
  const twice: string[] = [];
  for (const { to } of mailsAtSink(subject)) {
    if (seen.has(to)) twice.push(to);
    seen.add(to);
  }
  return { people: seen.size, twice };
}

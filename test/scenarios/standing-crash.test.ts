import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { insertGrants } from '../../src/audience/standing/queries.ts';
import { settleStandings } from '../../src/audience/subscribers/settle.ts';
import { inTransaction } from '../../src/platform/database/connect.ts';
import { newId } from '../../src/platform/ids.ts';
import { addSubscribers } from '../../src/testing/audience.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { type RunningProcess, startProcess } from '../../src/testing/processes.ts';
import { until } from '../../src/testing/until.ts';

const recipients = 600;
let service: TestService;
before(async () => {
  service = await startTestService();
  await addSubscribers(service.db, service.newsletter, recipients);
});
after(() => service.stop());

test('gifts that end while a premium email is sent and workers are killed entitle nobody afterwards, and everybody else gets it once', async () => {
  const { db, sink, newsletter } = service;
  const { rows: people } = await sql<{ key: number; email_address: string }>`
    select key, email_address from subscribers order by key`.execute(db);
  const lasting = people.filter(({ key }) => key % 3 === 0);
  const ending = people.filter(({ key }) => key % 3 === 1);
  const end = Date.now() + 20_000;
  const started = new Date().toISOString();
  const gift = ({ key }: { key: number }, end_date: string | null) => {
    const id = newId();
    const whose = { id, newsletter_key: newsletter.key, subscriber_key: key, reference: id };
    return { ...whose, kind: 'gift', source: 'test', start_date: started, end_date } as const;
  };
  await inTransaction(db, async trx => {
    const ended = new Date(end).toISOString();
    await insertGrants(trx, [...lasting.map(one => gift(one, null)), ...ending.map(one => gift(one, ended))]);
    const keys = people.map(({ key }) => key);
    await settleStandings(trx, newsletter.key, keys, new Date());
  });

  // The mail server keeps the first messages waiting until the gifts have ended.
  const gate = Promise.withResolvers<void>();
  sink.treat = () => ({ before_dot: gate.promise });
  const before = new Set<string>();
  const late: string[] = [];
  const endings = new Set(ending.map(({ email_address }) => email_address));
  let is_over = false;
  // Mails about the gifts themselves are sent too.
  const isCopy = ({ source }: { source: string }) => source.includes('\r\nSubject: Ends\r\n');
  sink.heard = mail => {
    if (!isCopy(mail)) return;
    const { to } = mail;
    if (!is_over) before.add(to);
    else if (endings.has(to)) late.push(to);
  };
  const email = { subject: 'Ends', body: 'For those who may read it', email_type: 'premium' };
  const { body } = await service.api('POST', '/v1/emails', email);
  const first = await startWorker();
  await until('some are in hand', async () => before.size > 10);
  await until('the gifts have ended', async () => Date.now() > end);
  sink.strike();
  await first.end('SIGKILL');
  is_over = true;
  gate.resolve();
  sink.treat = () => ({});

  // The next worker is killed in the middle, and the last one completes the email.
  const second = await startWorker();
  await until('more mail, or all of it', async () => {
    const planned = await countPlanned(body.id);
    return sink.accepted.filter(isCopy).length > before.size + 50 || planned === 0;
  });
  sink.strike();
  await second.end('SIGKILL');
  await using third = await startWorker();
  await until('nobody is planned', async () => (await countPlanned(body.id)) === 0);
  await third.end('SIGTERM');

  assert.deepEqual(late, [], 'nobody whose gift has ended');
  const copies = sink.accepted.filter(isCopy).map(({ to }) => to);
  assert.equal(new Set(copies).size, copies.length, 'nobody twice');
  const { rows: ledger } = await sql<{ email_address: string; status: string; kind: string | null }>`
    select email_address, deliveries.status, grants.kind from deliveries
    join emails on emails.key = email_key join subscribers on subscribers.key = deliveries.subscriber_key
    left join grants on grants.key = grant_key and grants.subscriber_key = subscribers.key
    where emails.id = ${body.id}`.execute(db);
  const statusOf = new Map(ledger.map(row => [row.email_address, row.status]));
  for (const { email_address } of lasting) {
    const status = statusOf.get(email_address)!;
    assert.ok(status === 'accepted' || status === 'uncertain', `${email_address} is ${status}`);
    if (status === 'accepted') assert.ok(copies.includes(email_address));
  }
  for (const { email_address } of ending)
    if (!before.has(email_address)) {
      // Nobody knows whether people whom the first worker had in hand were mailed.
      const status = statusOf.get(email_address)!;
      assert.ok(status === 'skipped' || status === 'uncertain', `${email_address} is ${status}`);
      assert.ok(!copies.includes(email_address));
    }
  for (const { status, kind } of ledger)
    if (status === 'accepted') assert.equal(kind, 'gift', 'the delivery keeps the grant');
  const { rows: standings } = await sql<{ standing: string; count: number }>`
    select standing, count(*)::int as count from subscribers group by standing order by standing`.execute(db);
  assert.deepEqual(standings, [
    { standing: 'regular', count: people.length - lasting.length },
    { standing: 'gifted', count: lasting.length },
  ]);
});

async function countPlanned(id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from deliveries join emails on emails.key = email_key
    where emails.id = ${id} and deliveries.status = 'planned'`.execute(service.db);
  const { body } = await service.api('GET', `/v1/emails/${id}`);
  return body.status === 'about_to_send' ? 1 : rows[0]!.count;
}

function startWorker(): Promise<RunningProcess> {
  const env = {
    ROLE: 'worker',
    DATABASE_URL: service.database_url,
    SMTP_URL: service.sink.url,
    LEASE_SECONDS: '2',
  };
  return startProcess(['serve'], env, /worker is running/);
}

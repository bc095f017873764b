import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { findNewsletterByUsername } from '../../src/accounts/queries.ts';
import { findDiscrepancies } from '../../src/delivery/ledger/counts.ts';
import { addReaders, ledgerOf, sendEmail, untilStatus } from '../../src/testing/ledger.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { type RunningProcess, startProcess } from '../../src/testing/processes.ts';
import { openSmtpSink } from '../../src/testing/smtp-sink.ts';
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

test('if a worker is killed under a warm-up plan, no more people are mailed that day than it allows, and nobody is left out', async () => {
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

test('two newsletters over three relays, of which one hangs, one refuses and one takes everything and bounces it: a killed worker loses and doubles nobody', async t => {
  const [hangs, refuses, lies] = [await openSmtpSink(), await openSmtpSink(), await openSmtpSink()];
  for (const sink of [hangs, refuses, lies]) t.after(() => sink.close());
  hangs.before = verb => (verb === 'MAIL' ? 'silence' : undefined);
  refuses.before = verb => (verb === 'CONNECT' ? 'hang up' : undefined);
  service.sink.treat = () => ({});
  service.sink.accepted.length = 0;
  lies.treat = () => ({
    get before_dot() {
      return sleep(100);
    },
  });
  const { body: other } = await service.api('POST', '/v1/newsletters', {
    username: 'second',
    name: 'Second',
  });
  const second = await findNewsletterByUsername(service.db, 'second');
  await addReaders(service.db, second!, 'second.example', each);
  const ids = [service.newsletter.id, other.id];
  const liarsSecret = 'secret-of-the-liar';
  let reportsTo = '';
  for (const [name, sink, fields] of [
    ['Hangs', hangs, {}],
    ['Refuses', refuses, { sending_rate: 50 }],
    ['Lies', lies, { sending_rate: 200, report_service: 'postmark', report_secret: liarsSecret }],
  ] as const) {
    const place = { host: '127.0.0.1', port: Number(new URL(sink.url).port), tls: 'none', connections: 2 };
    const relay = { name, ...place, ...fields, newsletter_ids: ids };
    const { status, body } = await service.api('POST', '/v1/relays', relay);
    assert.equal(status, 201);
    reportsTo = new URL(body.report_url || 'http://nowhere.example').pathname;
  }
  const as = { authorization: `Token ${other.api_key}` };
  const fromSecond = {
    ...service,
    api: (...[method, path, body]: Parameters<typeof service.api>) => service.api(method, path, body, as),
  };
  await using victim = await startWorker({ SMTP_PATIENCE_SECONDS: '1' });
  const sent = [await sendEmail(service, 'First of two'), await sendEmail(fromSecond, 'Second of two')];
  await until('some of each', async () => lies.accepted.length > 60);
  await victim.end('SIGKILL');
  await using survivor = await startWorker({ SMTP_PATIENCE_SECONDS: '1' });
  await untilStatus(service, sent[0]!, 'sent');
  await untilStatus(fromSecond, sent[1]!, 'sent');
  assert.equal(await survivor.end('SIGTERM'), 0);
  const ledgers = [await ledgerOf(service.db, sent[0]!), await ledgerOf(service.db, sent[1]!)];
  const sum = (status: string) => ledgers.reduce((all, ledger) => all + (ledger[status] ?? 0), 0);
  assert.equal(sum('accepted') + sum('uncertain'), 3 * each, JSON.stringify(ledgers));
  assert.ok(sum('uncertain') <= 2 * window, `${sum('uncertain')} uncertain`);
  const to = lies.accepted.map(mail => mail.to);
  assert.equal(new Set(to).size, to.length, 'nobody has it twice');
  assert.ok(to.length >= sum('accepted'));
  assert.deepEqual([hangs.accepted, refuses.accepted, service.sink.accepted.length], [[], [], 0]);
  const relays = await service.db
    .selectFrom('deliveries')
    .innerJoin('relays', 'relays.key', 'relay_key')
    .where('deliveries.status', '=', 'accepted')
    .where(sql<boolean>`email_key in (select key from emails where id = any(${sent}::uuid[]))`)
    .select('relays.name')
    .distinct()
    .execute();
  assert.deepEqual(relays, [{ name: 'Lies' }], 'the ledger says who took them');

  const credentials = Buffer.from(`postrider:${liarsSecret}`).toString('base64');
  for (const mail of lies.accepted) {
    const [, delivery] = /^X-PM-Metadata-delivery: (\S+)\r?$/m.exec(mail.source)!;
    const bounce = { RecordType: 'Bounce', Type: 'HardBounce', ID: mail.to, Email: mail.to };
    const report = { ...bounce, Details: 'smtp;550 5.1.1 user unknown', Metadata: { delivery } };
    const { status } = await service.api('POST', reportsTo, report, {
      authorization: `Basic ${credentials}`,
    });
    assert.equal(status, 200);
  }
  const bounced = [await ledgerOf(service.db, sent[0]!), await ledgerOf(service.db, sent[1]!)];
  const all = (status: string) => bounced.reduce((total, ledger) => total + (ledger[status] ?? 0), 0);
  assert.deepEqual(
    [all('bounced'), all('accepted'), all('bounced') + all('uncertain')],
    [to.length, 0, 3 * each],
    'what it took has come back, and only that',
  );
});

function startWorker(more: Record<string, string> = {}): Promise<RunningProcess> {
  const env = {
    ROLE: 'worker',
    DATABASE_URL: service.database_url,
    SMTP_URL: service.sink.url,
    LEASE_SECONDS: '2',
    UNCERTAIN_WINDOW: String(window),
    SMTP_CONNECTIONS: '8', // each connection may hold two messages, so more of them would widen the window
    DOMAIN_RATES: 'slow.example=20',
    ...more,
  };
  return startProcess(['serve'], env, /worker is running/);
}

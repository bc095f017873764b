import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { startAnotherLane } from '../../testing/lane.ts';
import { addReaders, ledgerOf, sendEmail, untilIdle, untilStatus } from '../../testing/ledger.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { giveGrants, typed } from '../../testing/typed.ts';
import { until } from '../../testing/until.ts';
import { findDiscrepancies } from '../ledger/counts.ts';

const rate = 20;
let service: TestService;
let others: { stop(): Promise<void> };
let heard: { subject: string; domain: string; time: number }[];
before(async () => {
  service = await startTestService({
    works: true,
    env: {
      DOMAIN_RATES: `slow.example=${rate},barely.example=0.001`,
      DOMAIN_CONNECTIONS: 'narrow.example=2',
      UNCERTAIN_WINDOW: '10',
    },
  });
  await addReaders(service.db, service.newsletter, 'barely.example', 2);
  for (const domain of ['slow.example', 'fast.example', 'narrow.example'])
    await addReaders(service.db, service.newsletter, domain, 100);
  for (const domain of ['slow', 'fast', 'narrow'])
    await service.db
      .updateTable('subscribers')
      .set(typed(domain === 'slow' ? 'premium' : 'regular'))
      .where('email_address', 'like', `%@${domain}.example`)
      .execute();
  await giveGrants(service.db);
  others = startAnotherLane(service);
});
beforeEach(() => {
  heard = [];
  service.sink.heard = ({ to, source }) =>
    heard.push({
      subject: /^Subject: (.*)\r$/m.exec(source)![1]!,
      domain: to.split('@')[1]!,
      time: performance.now(),
    });
});
afterEach(async () => assert.deepEqual(await findDiscrepancies(service.db), []));
after(async () => {
  await others.stop();
  await service.stop();
});

/**
 * Throws if at any time since `start` more were sent than the rate allows: a full bucket plus what was added meanwhile. On
 * a busy machine a message may be seen later than its token was taken, never sooner.
 */
function assertPace(times: number[], start: number, most: number) {
  for (const [at, time] of times.entries()) {
    const allowed = most + (most * (time - start)) / 1000;
    assert.ok(at + 1 <= allowed * 1.1 + 3, `${at + 1} in ${Math.round(time - start)} ms`);
  }
}

test('a domain’s rate holds across two processes, and nobody else waits for it', async () => {
  const countOf = (name: string) => heard.filter(({ domain }) => domain === name).length;
  const start = performance.now();
  const id = await sendEmail(service, 'By domain');
  await until('the fast ones', async () => countOf('fast.example') === 100);
  assert.equal(countOf('barely.example'), 1, 'the second one has its turn in a quarter of an hour');
  const wait = await until('a wait', async () => {
    const { body } = await service.api('GET', `/v1/emails/${id}/progress`);
    return body.waits.find(({ domain }: { domain: string }) => domain === 'barely.example');
  });
  assert.deepEqual([wait.reason, wait.count], ['domain_rate', 1]);
  await until('the slow ones', async () => countOf('slow.example') === 100);
  const times = heard.filter(one => one.domain === 'slow.example').map(one => one.time);
  assertPace(times, start, rate);
  await untilIdle(service, id);
  await service.api('PATCH', '/v1/subscribers/r1@barely.example', { type: 'unsubscribed' });
  await service.api('DELETE', '/v1/subscribers/r2@barely.example'); // so nobody waits any more
  await sql`update delivery_chunks set next_attempt_date = now() where waits is not null`.execute(service.db);
  await untilStatus(service, id, 'sent');
  assert.deepEqual(await ledgerOf(service.db, id), { accepted: 301, skipped: 1 });
});

test('a newsletter’s rate holds across two processes and two emails, which both make progress', async () => {
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { sending_rate: 25 });
  const ids: string[] = [];
  const start = performance.now();
  // The server answers nobody until both have been planned, so that they begin together.
  const gate = Promise.withResolvers<void>();
  service.sink.treat = () => ({ before_dot: gate.promise });
  for (const subject of ['One', 'Two'])
    ids.push(await sendEmail(service, subject, { email_type: 'premium' }));
  for (const id of ids)
    await until('it is planned', async () => (await ledgerOf(service.db, id)).planned === 100);
  gate.resolve();
  service.sink.treat = () => ({});
  const sent = (subject: string) => heard.filter(one => one.subject === subject).length;
  const [ended, other] = await until('the first of them to end', async () => {
    const counts = ['One', 'Two'].map(sent).toSorted((a, b) => b - a);
    return counts[0] === 100 && counts;
  });
  assert.ok(other! > 20, `${other} of the other one when ${ended} of the first were sent`);
  for (const id of ids) await untilStatus(service, id, 'sent');
  const times = heard.map(({ time }) => time);
  assert.equal(times.length, 200);
  assertPace(times, start, rate); // the domain's, which is lower
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { sending_rate: 0 });
});

test('progress shows an email’s speed, when it will be done, and that the newsletter’s rate limits it', async () => {
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { sending_rate: 40 });
  const id = await sendEmail(service, 'Told', { email_type: 'free' });
  const path = `/v1/emails/${id}/progress`;
  await until('some', async () => heard.length > 80);
  const { body, asked, answered } = await until('a wait', async () => {
    const asked = Date.now();
    const { body } = await service.api('GET', path);
    return body.waits.length > 0 && { body, asked, answered: Date.now() };
  });
  assert.deepEqual(
    body.waits.map(({ reason }: { reason: string }) => reason),
    ['newsletter_rate'],
  );
  assert.ok(Date.parse(body.waits[0].until) > asked - 1000);
  assert.ok(body.rate > 0 && body.rate < 90, `${body.rate} a second`);
  assert.equal(body.recipients, 200);
  assert.equal(body.planned + body.accepted, 200);
  const told = Date.parse(body.expected_completion_date) - (1000 * body.planned) / body.rate;
  assert.ok(told > asked - 2000 && told < answered + 2000, `${told - asked} ms`);
  await untilStatus(service, id, 'sent');
  const done = (await service.api('GET', path)).body;
  assert.deepEqual(
    [done.status, done.accepted, done.planned, done.waits, done.expected_completion_date],
    ['sent', 200, 0, [], null],
  );
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { sending_rate: null });
});

test('a domain never has more hand-overs under way than its connections allow', async () => {
  let now = 0;
  let most = 0;
  service.sink.treat = to => ({
    get before_dot() {
      return to.endsWith('narrow.example') ? hold() : Promise.resolve();
    },
  });
  async function hold() {
    now += 1;
    most = Math.max(most, now);
    await new Promise(resolve => setTimeout(resolve, 20));
    now -= 1;
  }
  await others.stop(); // the limit applies to each process
  const id = await sendEmail(service, 'Narrow', { email_type: 'free' });
  await untilStatus(service, id, 'sent');
  others = startAnotherLane(service);
  service.sink.treat = () => ({});
  assert.equal(heard.filter(({ domain }) => domain === 'narrow.example').length, 100);
  assert.equal(most, 2);
});

test('an invalid rate is refused', async () => {
  for (const sending_rate of [-1, 0.0001, 1e9, '20', Number.NaN])
    assert.equal(
      (await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { sending_rate })).status,
      Number.isNaN(sending_rate) ? 200 : 400, // JSON has no NaN: it is sent as null, no limit
      String(sending_rate),
    );
});

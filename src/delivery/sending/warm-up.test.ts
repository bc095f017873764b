import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { startAnotherLane } from '../../testing/lane.ts';
import { addReaders, ledgerOf, sendEmail, untilIdle, untilStatus } from '../../testing/ledger.ts';
import { noonZone } from '../../testing/noon.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { findDiscrepancies } from '../ledger/counts.ts';

let service: TestService;
let other: { stop(): Promise<void> };
const zone = noonZone();

before(async () => {
  service = await startTestService({ works: true, env: { UNCERTAIN_WINDOW: '10' } });
  await addReaders(service.db, service.newsletter, 'large.example', 40);
  await addReaders(service.db, service.newsletter, 'middle.example', 25);
  await addReaders(service.db, service.newsletter, 'small.example', 5);
  const moved = await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { timezone: zone });
  assert.equal(moved.status, 200, moved.text);
  other = startAnotherLane(service);
});
beforeEach(async () => {
  await sql`truncate warm_up_counts`.execute(service.db);
});
afterEach(async () => {
  service.sink.treat = () => ({});
  await service.api('DELETE', '/v1/warm_up');
  await until(
    'no email waits',
    async () => (await service.api('GET', '/v1/emails?status=in_flight')).body.count === 0,
  );
  assert.deepEqual(await findDiscrepancies(service.db), []);
});
after(async () => {
  await other.stop();
  await service.stop();
});

const warmUp = async () => (await service.api('GET', '/v1/warm_up')).body;
const emailOf = async (id: string) => (await service.api('GET', `/v1/emails/${id}`)).body;
const progressOf = async (id: string) => (await service.api('GET', `/v1/emails/${id}/progress`)).body;

async function begin(plan: object) {
  const { status, text } = await service.api('PUT', '/v1/warm_up', { growth: 1.5, ceiling: 1000, ...plan });
  assert.equal(status, 200, text);
}

/** Waits until the email has used up the day: it waits for the next day, and nobody serves it. */
async function untilItWaits(id: string) {
  await until('it waits for the plan', async () =>
    (await emailOf(id)).status_reason.startsWith('Waits for the warm-up plan'),
  );
  await untilIdle(service, id);
  await until('no chunk is due', async () => {
    const { rows } = await sql`
      select from delivery_chunks join emails on emails.key = email_key
      where emails.id = ${id} and next_attempt_date <= now() and coalesce(turn_date, now()) <= now()`.execute(
      service.db,
    );
    return rows.length === 0;
  });
}

/** Makes everything counted a day older, as if midnight had passed just now and nothing had been served since. */
async function letADayPass(id: string) {
  await sql`update warm_up_counts set day = day - 1`.execute(service.db);
  await sql`
    update newsletters set warm_up = warm_up || jsonb_build_object('start_date', to_char((warm_up ->> 'start_date')::date - 1, 'YYYY-MM-DD'))
    where warm_up is not null`.execute(service.db);
  await sql`
    update emails set served_date = now() - interval '25 hours', turn_date = case when turn_date is not null then now() end
    where id = ${id}`.execute(service.db);
  await sql`
    update delivery_chunks set next_attempt_date = now()
    where email_key = (select key from emails where id = ${id}) and waits is not null`.execute(service.db);
}

/** Counts the copies of the email that the mail server accepted at each domain; throws if somebody got two. */
function copiesOf(subject: string): Record<string, number> {
  const copies = service.sink.accepted.filter(({ source }) => source.includes(`Subject: ${subject}\r\n`));
  assert.equal(new Set(copies.map(({ to }) => to)).size, copies.length, 'somebody got two copies');
  const byDomain = Map.groupBy(copies, ({ to }) => to.split('@')[1]!);
  return Object.fromEntries([...byDomain].map(([domain, all]) => [domain, all.length]).sort());
}

test('each domain gets exactly its number a day from two workers, and the rest goes out on the next days', async () => {
  await begin({ first_day: 10, per: 'domain' });
  const id = await sendEmail(service, 'By domain');
  await untilItWaits(id);
  assert.deepEqual(copiesOf('By domain'), { 'large.example': 10, 'middle.example': 10, 'small.example': 5 });
  const email = await emailOf(id);
  assert.equal(email.status, 'in_flight');
  assert.match(
    email.status_reason,
    /^Waits for the warm-up plan: 45 copies are left\. The next go out on .* at 00:00 \(.*\)\.$/,
  );
  assert.ok(email.status_reason.includes(`(${zone})`), email.status_reason);

  const { waits, expected_completion_date } = await progressOf(id);
  const { today, days } = await warmUp();
  assert.deepEqual(
    waits.map(({ reason, domain, count, until }: Record<string, unknown>) => [reason, domain, count, until]),
    [
      ['warm_up', 'large.example', 30, today.next_date],
      ['warm_up', 'middle.example', 15, today.next_date],
    ],
  );
  assert.equal(
    Date.parse(expected_completion_date) - Date.parse(today.next_date),
    86_400_000,
    '15 tomorrow, then 23',
  );
  assert.deepEqual([today.allowed, today.sent, today.waiting], [10, 25, 45]);
  assert.deepEqual(today.domains[0], { domain: 'large.example', sent: 10, waiting: 30 });
  assert.deepEqual(
    days.slice(0, 3).map(({ allowed, sent }: Record<string, unknown>) => [allowed, sent]),
    [
      [10, 25],
      [15, null],
      [23, null],
    ],
  );
  const late = `/v1/emails/${id}/explain?subscriber=r40@large.example`;
  assert.match(
    (await service.api('GET', late)).body.detail,
    /waits for the warm-up plan, .* to large\.example today/,
  );

  await letADayPass(id);
  await until('the second day', async () => copiesOf('By domain')['large.example'] === 25);
  await untilItWaits(id);
  assert.deepEqual(copiesOf('By domain'), { 'large.example': 25, 'middle.example': 25, 'small.example': 5 });
  await letADayPass(id);
  await untilStatus(service, id, 'sent');
  assert.deepEqual(copiesOf('By domain'), { 'large.example': 40, 'middle.example': 25, 'small.example': 5 });
  assert.deepEqual(await ledgerOf(service.db, id), { accepted: 70 });
  assert.equal((await emailOf(id)).status_reason, '');
});

test('all domains and emails together keep to one number, and the people who wait are served when the plan ends', async () => {
  await begin({ first_day: 33, per: 'newsletter' });
  const ids = [await sendEmail(service, 'First'), await sendEmail(service, 'Second')];
  for (const id of ids) await untilItWaits(id);
  const sent = () =>
    ['First', 'Second']
      .flatMap(subject => Object.values(copiesOf(subject)))
      .reduce((all, one) => all + one, 0);
  assert.equal(sent(), 33);
  const { today } = await warmUp();
  assert.deepEqual([today.sent, today.waiting], [33, 107]);
  const [wait] = (await progressOf(ids[0]!)).waits;
  assert.deepEqual([wait.reason, wait.domain, wait.until], ['warm_up', null, today.next_date]);

  await begin({ first_day: 50, per: 'newsletter' });
  await until('the raised number', async () => sent() === 50);
  for (const id of ids) await untilItWaits(id);
  assert.equal(sent(), 50, 'what was sent before the change counts');

  assert.equal((await service.api('DELETE', '/v1/warm_up')).status, 204);
  for (const id of ids) await untilStatus(service, id, 'sent');
  assert.equal(sent(), 140);
});

test('people who leave while they wait are not mailed, and others take their place', async () => {
  await begin({ first_day: 3, per: 'domain' });
  const id = await sendEmail(service, 'Some leave');
  await untilItWaits(id);
  await sql`
    update subscribers set type = 'unsubscribed', mail_state = 'unsubscribed'
    where key in (
      select subscriber_key from deliveries join subscribers s on s.key = subscriber_key
      where email_key = (select key from emails where id = ${id}) and status = 'planned' and domain = 'large.example'
      order by subscriber_key limit 30
    )`.execute(service.db);
  await letADayPass(id);
  await until('the second day', async () => copiesOf('Some leave')['large.example'] === 8);
  await untilItWaits(id);
  assert.equal(copiesOf('Some leave')['large.example'], 8, '3, and then 4.5 rounded');
  assert.equal((await ledgerOf(service.db, id)).skipped, 30);
  await sql`update subscribers set type = 'regular', mail_state = 'subscribed'`.execute(service.db);
});

test('copies that no mail server got do not count, and are sent when it is back', async () => {
  await begin({ first_day: 8, per: 'newsletter' });
  await service.sink.close();
  const id = await sendEmail(service, 'No server');
  await until('it notices', async () => (await progressOf(id)).waits[0]?.reason === 'mail_server');
  await until('nothing counts', async () => (await warmUp()).today.sent === 0);
  await service.sink.open();
  await untilItWaits(id);
  assert.deepEqual(copiesOf('No server'), { 'large.example': 8 });
  assert.equal((await warmUp()).today.sent, 8);
});

test('retries have their full hours from the time when the plan let somebody be served', async () => {
  await begin({ first_day: 5, per: 'newsletter', ceiling: 5 });
  const id = await sendEmail(service, 'Retried');
  await untilItWaits(id);
  await sql`update emails set publish_date = now() - interval '10 days' where id = ${id}`.execute(service.db);
  service.sink.treat = () => ({ rcpt: '451 4.3.0 try later' });
  await letADayPass(id);
  await until('they are deferred', async () => (await ledgerOf(service.db, id)).temporary === 5);
  await untilItWaits(id);
  const { rows } = await sql`
    select from delivery_chunks where email_key = (select key from emails where id = ${id}) and retry_date > now()`.execute(
    service.db,
  );
  assert.equal(rows.length, 1, 'they are tried again');
  service.sink.treat = () => ({});
});

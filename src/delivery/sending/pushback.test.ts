import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { addReaders, ledgerOf, sendEmail, untilStatus } from '../../testing/ledger.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { findDiscrepancies } from '../ledger/counts.ts';
import { pushbackOf } from './pushback.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true, env: { UNCERTAIN_WINDOW: '10' } });
  for (const domain of ['strict.example', 'calm.example'])
    await addReaders(service.db, service.newsletter, domain, 120);
  // Of yesterday's thousand copies at Yahoo, three were reported as spam.
  const { id } = (
    await service.api('POST', '/v1/emails', { subject: 'Yesterday', body: 'Hi', status: 'draft' })
  ).body;
  await sql`
    with sent as (update emails set status = 'sent', publish_date = now() - interval '1 day' where id = ${id} returning key)
    insert into domain_counts select key, now(), '', '{yahoo.com,calm.example}', '{1000,120}', '{0,0}', '{0,0}', '{0,0}', '{0,0}',
      '{0,0}', '{3,0}' from sent`.execute(service.db);
});
beforeEach(async () => {
  await sql`truncate sending_budgets`.execute(service.db);
});
afterEach(async () => assert.deepEqual(await findDiscrepancies(service.db), []));
after(() => service.stop());

const domains = () =>
  service.db.selectFrom('sending_budgets').select(['scope', 'strikes', 'reason']).orderBy('scope').execute();

test('policy and 421 push back; greylisting, full mailboxes and unknown users do not', () => {
  for (const reply of [
    '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to user complaints',
    '421 4.7.28 Our system has detected an unusual rate of unsolicited mail',
    '550 5.7.1 Message rejected due to content restrictions',
    '550 5.7.26 This mail is unauthenticated',
    '550 5.7.515 Access denied, sending domain does not meet the required authentication level',
    '550-5.7.1 Service unavailable; client host is blocked using Spamhaus'.replace('-', ' '),
  ])
    assert.equal(pushbackOf(reply), 'policy', reply);
  assert.equal(pushbackOf('421 4.3.2 the system is shutting down'), 'busy');
  for (const reply of [
    '450 4.2.0 Greylisted, try again later',
    '451 4.7.1 Greylisting in action, please come back later',
    '452 4.2.2 mailbox full',
    '550 5.1.1 no such user',
    '552 5.3.4 message too big',
    '550 5.6.7 SMTPUTF8 is required, but was not offered',
    '550 words that nobody knows',
  ])
    assert.equal(pushbackOf(reply), null, reply);
});

test('a receiver whose readers complain often gets few copies, under all its domains, and others get theirs', async () => {
  await addReaders(service.db, service.newsletter, 'yahoo.co.uk', 5);
  const before = service.sink.accepted.length;
  const id = await sendEmail(service, 'Restrained');
  const arrived = (domain: string) =>
    service.sink.accepted.slice(before).filter(({ to }) => to.endsWith(`@${domain}`)).length;
  await until('the calm ones', async () => arrived('calm.example') === 120);
  const wait = await until('a wait', async () => {
    const { body } = await service.api('GET', `/v1/emails/${id}/progress`);
    return body.waits.find(({ domain }: { domain: string | null }) => domain === 'yahoo.co.uk');
  });
  assert.equal(wait.reason, 'domain_rate');
  assert.ok(arrived('yahoo.co.uk') < 5, 'not all of them');
  await service.api('POST', `/v1/emails/${id}/cancel`);
  for (let n = 1; n <= 5; n += 1) await service.api('DELETE', `/v1/subscribers/r${n}@yahoo.co.uk`);
  service.sink.accepted.length = 0;
});

test('only the domain that pushes back is slowed: others get their mail meanwhile, and its own follows later', async () => {
  const refusal = '451 4.7.28 unusual rate of unsolicited mail from your IP';
  service.sink.treat = to => (to === 'r1@strict.example' ? { rcpt: refusal } : {});
  const id = await sendEmail(service, 'Slowed');
  await until('the push back', async () => (await domains()).length > 0);
  // A hold of five seconds may be over before a busy machine has served the calm ones.
  await sql`update sending_budgets set hold_until = hold_until + interval '1 hour'`.execute(service.db);
  await until('the calm ones', async () => {
    const calm = service.sink.accepted.filter(({ to }) => to.endsWith('calm.example'));
    return calm.length === 120;
  });
  const wait = await until('a wait', async () => {
    const { body } = await service.api('GET', `/v1/emails/${id}/progress`);
    return body.waits.find(({ domain }: { domain: string | null }) => domain === 'strict.example');
  });
  assert.equal(wait.reason, 'domain_refuses');
  assert.match(wait.detail, /^451 4.7.28/);
  assert.ok(wait.count > 60, `${wait.count} wait`);
  assert.deepEqual(
    (await domains()).map(({ scope, strikes }) => [scope, strikes]),
    [['strict.example', 1]],
  );
  // The hold is over, and the domain is trusted again.
  await sql`
    update sending_budgets set hold_until = now() - interval '1 hour', token_date = now() - interval '1 hour'`.execute(
    service.db,
  );
  await sql`update delivery_chunks set next_attempt_date = now() where waits is not null`.execute(service.db);
  await untilStatus(service, id, 'sent');
  const ledger = await ledgerOf(service.db, id);
  assert.equal((ledger.accepted ?? 0) + (ledger.temporary ?? 0), 240);
  assert.equal(ledger.temporary, 1);
  assert.equal(service.sink.accepted.length, 239);
});

test('the service pauses an email when policy refusals surge, deactivates nobody, and restarts the count on resuming', async () => {
  service.sink.accepted.length = 0;
  let is_refusing = true;
  service.sink.treat = to =>
    is_refusing && /^r\d*[05]@/.test(to) ? { rcpt: `550 5.7.1 <${to}>: your message looks like spam` } : {};
  await sql`update subscribers set email_address = replace(email_address, '@', '@' || key || '.')`.execute(
    service.db,
  );
  const id = await sendEmail(service, 'Surge');
  const paused = await until('the pause', async () => {
    const { body } = await service.api('GET', `/v1/emails/${id}/progress`);
    return body.paused !== null && body;
  });
  assert.equal(paused.paused.by, 'service');
  assert.match(paused.paused.reason, /^\d+ of the last 1\d\d messages were refused by policy/);
  assert.equal(paused.status, 'in_flight');
  const { rows } = await sql`select from subscribers where type <> 'regular'`.execute(service.db);
  assert.equal(rows.length, 0);
  is_refusing = false;
  await service.api('POST', `/v1/emails/${id}/resume`);
  await untilStatus(service, id, 'sent');
  const ledger = await ledgerOf(service.db, id);
  assert.equal((ledger.accepted ?? 0) + (ledger.permanent ?? 0), 240);
  const events = await service.api('GET', `/v1/events?email_id=${id}&event_type=email.paused`);
  assert.deepEqual(events.body.results[0].metadata, { by: 'service', reason: paused.paused.reason });
});

test('late refusals from before a pause do not pause the email again after it is resumed', async () => {
  const gate = Promise.withResolvers<void>();
  const spam = '550 5.7.1 your message looks like spam';
  const refused: string[] = [];
  service.sink.treat = to => {
    if (!/^r\d*[05]@/.test(to)) return {};
    if (!refused.includes(to)) refused.push(to);
    const is_late = refused.length > 12 && refused.indexOf(to) % 2 === 0;
    return is_late ? { dot: spam, before_dot: gate.promise } : { dot: spam };
  };
  const id = await sendEmail(service, 'Late refusals');
  await until('the pause', async () => {
    const { body } = await service.api('GET', `/v1/emails/${id}/progress`);
    return body.paused !== null;
  });
  await service.api('POST', `/v1/emails/${id}/resume`);
  service.sink.treat = () => ({});
  gate.resolve();
  await untilStatus(service, id, 'sent');
  const ledger = await ledgerOf(service.db, id);
  assert.equal((ledger.accepted ?? 0) + (ledger.permanent ?? 0), 240);
  assert.equal(ledger.permanent, refused.length);
});

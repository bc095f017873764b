import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { domainOf } from '../../platform/mail/address.ts';
import { ledgerOf, sendEmail, untilStatus } from '../../testing/ledger.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { findDiscrepancies } from '../ledger/counts.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true, smtp: { limits: { patience: 300 } } });
});
beforeEach(async () => {
  service.sink.treat = () => ({});
  await sql`truncate sending_budgets`.execute(service.db);
  await sql`update subscribers set type = 'paused', mail_state = 'paused'`.execute(service.db);
});
afterEach(async () => assert.deepEqual(await findDiscrepancies(service.db), []));
after(() => service.stop());

async function subscribe(...addresses: string[]): Promise<void> {
  await sql`
    insert into subscribers (id, newsletter_key, email_address, normal_address, type, source)
    select gen_random_uuid(), ${service.newsletter.key}, address, lower(address), 'regular', 'test'
    from unnest(${addresses}::text[]) as address`.execute(service.db);
}
const subscriberOf = async (address: string) =>
  (await service.api('GET', `/v1/subscribers/${encodeURIComponent(address)}`)).body;
const feedbackOf = async (address: string) =>
  (await service.api('GET', `/v1/feedback?subscriber_id=${(await subscriberOf(address)).id}`)).body.results;
const analyticsOf = async (id: string) => (await service.api('GET', `/v1/emails/${id}/analytics`)).body;

async function sendToAll(subject: string): Promise<string> {
  const id = await sendEmail(service, subject);
  await untilStatus(service, id, 'sent');
  return id;
}

test('an unknown mailbox at hand-over ends the subscription once, like a bounce, with reason, event and feedback', async () => {
  await subscribe('rcpt@gone.example', 'dot@gone.example', 'fine@gone.example');
  const reply = '550 5.1.1 no such user here';
  service.sink.treat = to =>
    to.startsWith('rcpt') ? { rcpt: reply } : to.startsWith('dot') ? { dot: reply } : {};
  const id = await sendToAll('Gone');
  assert.deepEqual(await ledgerOf(service.db, id), { accepted: 1, permanent: 2 });
  const { recipients, deliveries, permanent_failures } = await analyticsOf(id);
  assert.deepEqual([recipients, deliveries, permanent_failures], [3, 1, 2]);
  for (const address of ['rcpt@gone.example', 'dot@gone.example']) {
    const { id: subscriber_id, type, unsubscription_reason } = await subscriberOf(address);
    assert.deepEqual([type, unsubscription_reason], ['undeliverable', reply]);
    const [first, ...more] = await feedbackOf(address);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [
        first.kind,
        first.status,
        first.reason,
        first.recipient,
        first.source,
        first.identified_by,
        first.email_id,
      ],
      ['hard', '5.1.1', reply, address, 'hand_over', 'hand_over', id],
    );
    const events = await service.db
      .selectFrom('events')
      .select('event_type')
      .where('subscriber_id', '=', subscriber_id)
      .orderBy('key')
      .execute();
    assert.deepEqual(
      events.map(({ event_type }) => event_type),
      ['subscriber.bounced', 'subscriber.updated', 'subscriber.type.changed'],
    );
  }
  const next = await sendToAll('Next');
  assert.deepEqual(
    await ledgerOf(service.db, next),
    { accepted: 1 },
    'a deleted subscriber is not mailed again',
  );
});

test('a refusal that does not report an unknown mailbox suppresses nobody and is not retried', async () => {
  const replies: Record<string, [string, string]> = {
    unknown: ['550 see our website', 'soft'],
    full: ['552 5.2.2 mailbox full', 'soft'],
    wrong: ['550 5.1.1 mailbox temporarily unavailable', 'soft'],
    spam: ['550 5.7.1 message rejected as spam', 'policy'],
    ours: ['550 your From address does not match your account', 'policy'],
    from: ['550 5.2.0 From: Domain is invalid. Please provide a valid From', 'policy'],
    named: [`550 no such domain: ${domainOf(service.newsletter.from_address)}`, 'policy'],
    unnamed: ['501 5.0.0 Invalid domain name', 'soft'],
  };
  const names = Object.keys(replies);
  await subscribe(...names.map(name => `${name}@refuses.example`));
  service.sink.treat = to => ({ rcpt: replies[to.split('@')[0]!]![0] });
  const id = await sendToAll('Refused');
  assert.deepEqual(await ledgerOf(service.db, id), { permanent: names.length });
  for (const name of names) {
    const address = `${name}@refuses.example`;
    assert.equal((await subscriberOf(address)).type, 'regular', name);
    assert.deepEqual(
      (await feedbackOf(address)).map(({ kind }: { kind: string }) => kind),
      [replies[name]![1]],
    );
  }
});

test('full mailboxes at hand-over count toward the series like soft bounces', async () => {
  await subscribe('full@soft.example');
  service.sink.treat = () => ({ dot: '552 5.2.2 mailbox full' });
  for (const days of [70, 35, 0]) {
    assert.equal((await subscriberOf('full@soft.example')).type, 'regular');
    const id = await sendToAll(`Full ${days}`);
    await sql`update emails set publish_date = publish_date - make_interval(days => ${days}) where id = ${id}`.execute(
      service.db,
    );
  }
  assert.equal((await subscriberOf('full@soft.example')).type, 'undeliverable');
});

test('a non-ASCII local part without SMTPUTF8 fails only that recipient: nothing is slowed or paused', async () => {
  const odd = Array.from({ length: 30 }, (_, n) => `müller${n}@mixed.example`);
  await subscribe(...odd, ...Array.from({ length: 100 }, (_, n) => `plain${n}@mixed.example`));
  const id = await sendToAll('Beyond');
  assert.deepEqual(await ledgerOf(service.db, id), { accepted: 100, permanent: 30 });
  assert.deepEqual(await service.db.selectFrom('sending_budgets').select('scope').execute(), []);
  assert.equal((await subscriberOf(odd[0]!)).type, 'regular');
  assert.deepEqual(await feedbackOf(odd[0]!), [], 'it is not a receiver’s reply');
  const { body } = await service.api('GET', `/v1/emails/${id}/deliveries?status=permanent`);
  assert.match(body.results[0].reply, /^550 5\.6\.7 /);
});

test('a message too large for the relay makes the email errored, with both sizes, before anybody is taken in hand', async () => {
  await subscribe('a@large.example', 'b@large.example');
  const accepted = service.sink.accepted.length;
  const reply = '552 5.3.4 Message size exceeds fixed limit';
  service.sink.treat = () => ({ dot: reply });
  const id = await sendEmail(service, 'Large');
  await untilStatus(service, id, 'errored');
  assert.deepEqual(await ledgerOf(service.db, id), { planned: 2 });
  const { status_reason } = (await service.api('GET', `/v1/emails/${id}`)).body;
  assert.match(
    status_reason,
    /^The email is too large for the mail server\. 552 5\.3\.4 .* \(The message has [\d,]+ bytes\.\)/,
  );
  assert.equal(service.sink.accepted.length, accepted);
  service.sink.treat = () => ({});
  await service.api('PATCH', `/v1/emails/${id}`, { status: 'about_to_send' });
  await untilStatus(service, id, 'sent');
  assert.deepEqual(await ledgerOf(service.db, id), { accepted: 2 });
});

test('an unanswered message delays nobody else, is shown in progress and status_reason, and its late reply counts', async () => {
  const answer = Promise.withResolvers<void>();
  await subscribe('hangs@slow.example', ...Array.from({ length: 40 }, (_, n) => `quick${n}@slow.example`));
  service.sink.treat = to => (to.startsWith('hangs') ? { before_dot: answer.promise } : {});
  const id = await sendEmail(service, 'Hanging');
  const wait = await until('the wait is told', async () => {
    const { body } = await service.api('GET', `/v1/emails/${id}/progress`);
    const found = body.waits.find(({ reason }: { reason: string }) => reason === 'mail_server');
    return found && body.accepted === 40 && found;
  });
  assert.match(wait.detail, /has not answered yet.* waiting like this: 1\. Others continue\./);
  assert.equal((await service.api('GET', `/v1/emails/${id}`)).body.status_reason, wait.detail);
  assert.deepEqual(await ledgerOf(service.db, id), { accepted: 40, planned: 1 });
  await subscribe('later@slow.example');
  const other = await sendEmail(service, 'Another');
  await until('another email goes on', async () => (await ledgerOf(service.db, other)).accepted === 41);
  answer.resolve();
  await untilStatus(service, id, 'sent');
  assert.deepEqual(await ledgerOf(service.db, id), { accepted: 41 });
  assert.equal((await service.api('GET', `/v1/emails/${id}`)).body.status_reason, '');
});

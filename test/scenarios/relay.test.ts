import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { findDiscrepancies } from '../../src/delivery/ledger/counts.ts';
import { addSubscribers } from '../../src/testing/audience.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { until } from '../../src/testing/until.ts';

let service: TestService;
let clockOffset = 0;
before(async () => {
  service = await startTestService({
    works: true,
    clock: () => new Date(Date.now() + clockOffset),
    // At most five of the ten are in hand, however many connections earlier tests needed.
    env: { SENDING_TROUBLE_MINUTES: '1', UNCERTAIN_WINDOW: '4', SMTP_CONNECTIONS: '2' },
  });
  await addSubscribers(service.db, service.newsletter, 10);
});
beforeEach(() => {
  service.sink.treat = () => ({});
  service.sink.heard = () => {};
  service.sink.accepted.length = 0;
});
after(async () => {
  try {
    assert.deepEqual(await findDiscrepancies(service.db), [], 'the stored counts match the rows');
  } finally {
    await service.stop();
  }
});

test('each recipient has the outcome that the server gave for them', async () => {
  service.sink.treat = to => treatments[to] ?? {};
  const id = await send('Outcomes');
  await untilStatus(id, 'sent');
  const outcomes = await deliveries(id);
  assert.deepEqual(outcomes.get('r1@example.org'), ['permanent', '550 5.1.1 no such user']);
  assert.deepEqual(outcomes.get('r2@example.org'), ['temporary', '450 4.2.0 greylisted']);
  assert.deepEqual(outcomes.get('r3@example.org'), ['permanent', '554 5.7.1 spam']);
  assert.equal(outcomes.get('r4@example.org')?.[0], 'uncertain');
  assert.deepEqual(outcomes.get('r5@example.org'), ['accepted', '250 2.0.0 kept']);
  const { body } = await service.api('GET', `/v1/emails/${id}/analytics`);
  assert.deepEqual(
    [body.recipients, body.deliveries, body.temporary_failures, body.permanent_failures],
    [10, 6, 1, 2],
  );
  const gone = '/v1/subscribers/r1@example.org';
  assert.equal((await service.api('GET', gone)).body.type, 'undeliverable');
  assert.equal((await service.api('PATCH', gone, { type: 'regular' })).status, 200);
});

test('a temporary failure is retried later with the same Message-ID, after the email counts as sent', async () => {
  const offered: (string | undefined)[] = [];
  service.sink.heard = ({ to, source }) => {
    if (to === 'r2@example.org' && source.includes('Subject: Greylisted'))
      offered.push(/^Message-ID: (.*)\r$/im.exec(source)?.[1]);
  };
  service.sink.treat = to => (to === 'r2@example.org' ? { dot: '451 4.3.0 later' } : {});
  const id = await send('Greylisted');
  await untilStatus(id, 'sent');
  assert.equal((await deliveries(id)).get('r2@example.org')?.[0], 'temporary');
  // Later corrections to the archive copy do not affect copies that are sent late.
  assert.equal((await service.api('PATCH', `/v1/emails/${id}`, { subject: 'Corrected' })).status, 200);
  service.sink.treat = () => ({});
  const now = new Date().toISOString();
  // Only this email is due, because an earlier one could still be delivering during the next test.
  await service.db
    .updateTable('delivery_chunks')
    .set({ next_attempt_date: now, retry_date: now })
    .where('email_key', '=', await keyOf(id))
    .where('next_attempt_date', 'is not', null)
    .execute();
  await until('retried', async () => (await deliveries(id)).get('r2@example.org')?.[0] === 'accepted');
  const copies = service.sink.accepted.filter(mail => mail.source.includes('Subject: Greylisted\r\n'));
  assert.deepEqual(copies.map(mail => mail.to).toSorted(), [...(await deliveries(id)).keys()].toSorted());
  assert.equal(offered.length, 2);
  assert.equal(offered[0], offered[1], 'both times the same Message-ID');
});

test('a recipient who unsubscribes while the email is in flight is skipped and does not count', async () => {
  let open = () => {};
  const gate = new Promise<void>(resolve => {
    open = resolve;
  });
  // The first ones wait at the server when the last one unsubscribes.
  service.sink.treat = () => ({ before_dot: gate });
  const id = await send('Leaving meanwhile');
  await until('in flight', async () => (await deliveries(id)).size === 10);
  assert.equal(
    (await service.api('PATCH', '/v1/subscribers/r10@example.org', { type: 'unsubscribed' })).status,
    200,
  );
  open();
  await untilStatus(id, 'sent');
  assert.deepEqual((await deliveries(id)).get('r10@example.org')?.[0], 'skipped');
  assert.equal(service.sink.accepted.length, 9);
  assert.equal((await service.api('GET', `/v1/emails/${id}/analytics`)).body.recipients, 9);
  assert.equal(
    (await service.api('PATCH', '/v1/subscribers/r10@example.org', { type: 'regular' })).status,
    200,
  );
});

test('an email that was not served for too long becomes errored, and nobody gets the rest', async () => {
  service.sink.treat = () => ({ dot: '451 4.3.0 later' });
  const id = await send('Left behind');
  await untilStatus(id, 'sent');
  // This looks as if everything had stopped midway.
  const long_ago = new Date(Date.now() - 26 * 3_600_000).toISOString();
  const key = await keyOf(id);
  service.sink.treat = () => ({});
  await service.db.transaction().execute(async trx => {
    await trx
      .updateTable('emails')
      .set({ status: 'in_flight', served_date: long_ago })
      .where('key', '=', key)
      .execute();
    await trx
      .updateTable('delivery_chunks')
      .set({ next_attempt_date: long_ago, first_pass_done: false })
      .where('email_key', '=', key)
      .where('next_attempt_date', 'is not', null)
      .execute();
  });
  assert.match((await untilStatus(id, 'errored')).status_reason, /24 hours/);
  assert.equal(service.sink.accepted.length, 0);
});

test('a relay that is down affects no recipient; the email waits with the reason and then continues or becomes errored', async () => {
  await service.sink.close();
  const id = await send('Nobody home');
  const waiting = await until('a reason', async () => {
    const { body } = await service.api('GET', `/v1/emails/${id}`);
    return body.status_reason !== '' && body;
  });
  assert.equal(waiting.status, 'in_flight');
  assert.match(
    waiting.status_reason,
    /does not accept mail at the moment\..* The connection was refused: nothing is listening there \(connect ECONNREFUSED .*\)\./,
  );
  assert.deepEqual(
    new Set([...(await deliveries(id)).values()].map(([status]) => status)),
    new Set(['planned']),
  );

  clockOffset = 120_000; // the outage now exceeds the allowed minute
  const errored = await untilStatus(id, 'errored');
  assert.match(
    errored.status_reason,
    /1 minute: .*ECONNREFUSED.*Check .* settings of the relay, then set status about_to_send/,
  );

  clockOffset = 0;
  await service.sink.open();
  assert.equal((await service.api('PATCH', `/v1/emails/${id}`, { status: 'about_to_send' })).status, 200);
  await untilStatus(id, 'sent');
  assert.equal(service.sink.accepted.length, 10);
});

const treatments: Record<string, { rcpt?: string; dot?: string }> = {
  'r1@example.org': { rcpt: '550 5.1.1 no such user' },
  'r2@example.org': { rcpt: '450 4.2.0 greylisted' },
  'r3@example.org': { dot: '554 5.7.1 spam' },
  'r4@example.org': { dot: 'drop' },
};

async function send(subject: string): Promise<string> {
  const { status, body } = await service.api('POST', '/v1/emails', { subject, body: 'Hello' });
  assert.equal(status, 201);
  return body.id;
}

function untilStatus(id: string, status: string) {
  return until(status, async () => {
    const { body } = await service.api('GET', `/v1/emails/${id}`);
    return body.status === status && body;
  });
}

async function keyOf(id: string): Promise<number> {
  const email = service.db.selectFrom('emails').where('id', '=', id).select('key');
  return (await email.executeTakeFirstOrThrow()).key;
}

async function deliveries(id: string): Promise<Map<string, [string, string | null]>> {
  const rows = await service.db
    .selectFrom('deliveries')
    .innerJoin('emails', 'emails.key', 'deliveries.email_key')
    .innerJoin('subscribers', 'subscribers.key', 'deliveries.subscriber_key')
    .where('emails.id', '=', id)
    .select(['email_address', 'deliveries.status', 'reply'])
    .execute();
  return new Map(rows.map(row => [row.email_address, [row.status, row.reply]]));
}

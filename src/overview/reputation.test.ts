import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { countDomains } from '../delivery/ledger/domain-counts.ts';
import { lockDelivery, noteBounce, noteComplaint } from '../delivery/ledger/late-evidence.ts';
import { receiverOf } from '../delivery/ledger/receivers.ts';
import { inTransaction } from '../platform/database/connect.ts';
import { addReaders, ledgerOf, sendEmail, untilStatus } from '../testing/ledger.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
let email_id: string;
before(async () => {
  service = await startTestService({ works: true });
  const { db, newsletter, sink } = service;
  await addReaders(db, newsletter, 'gmail.com', 30);
  await addReaders(db, newsletter, 'yahoo.co.uk', 40);
  await addReaders(db, newsletter, 'small.example', 4);
  const refusals: Record<string, string> = {
    'r1@small.example': '550 5.1.1 no such user here',
    'r2@small.example': '552 5.2.2 mailbox full',
    'r3@small.example': '451 4.3.0 try later',
  };
  sink.treat = to => ({ rcpt: refusals[to] });
  email_id = await sendEmail(service, 'Counted');
  await untilStatus(service, email_id, 'sent');
});
after(() => service.stop());

const reputation = async (query = '') => {
  const { status, body, text } = await service.api('GET', `/v1/reputation${query}`);
  assert.equal(status, 200, text);
  return body;
};

async function countAll() {
  while (await countDomains(service.db, new Date()));
}

/** Locks somebody’s delivery and calls `act` with it. */
async function withDelivery(
  address: string,
  act: (...given: Parameters<typeof noteComplaint>) => Promise<unknown>,
) {
  await inTransaction(service.db, async trx => {
    const { rows } = await sql<{
      subscriber_id: string;
    }>`select id as subscriber_id from subscribers where email_address = ${address}`.execute(trx);
    const delivery = await lockDelivery(trx, { email_id, subscriber_id: rows[0]!.subscriber_id });
    await act(trx, delivery!);
  });
}

/** Makes the counts an hour old, so that they can be made again. */
const letTimePass = () =>
  sql`update domain_counts set counted_date = counted_date - interval '1 hour'`.execute(service.db);

test('what each receiving domain made of the mail is counted, and shown as shares', async () => {
  const before = await reputation();
  assert.equal(before.uncounted + before.totals.answered, 74);
  await countAll();
  await withDelivery('r1@yahoo.co.uk', (trx, delivery) => noteBounce(trx, delivery, 'hard', '550 5.1.1'));
  await withDelivery('r2@yahoo.co.uk', (trx, delivery) => noteBounce(trx, delivery, 'soft', '452 4.2.2'));
  await withDelivery('r3@yahoo.co.uk', noteComplaint);
  await letTimePass();
  await countAll();
  const { results, totals, uncounted, others, limits } = await reputation();
  assert.deepEqual([uncounted, others], [0, 0]);
  assert.deepEqual(limits, { near: 0.001, most: 0.003 });
  const counts = ({
    domain,
    receiver,
    is_silent,
    level,
    advice,
    slowed,
    restrained,
    answered,
    ...figures
  }: Record<string, never>) => [
    domain,
    answered,
    ...Object.values<{ count: number }>(figures).map(({ count }) => count),
  ];
  assert.deepEqual(results.map(counts), [
    ['yahoo.co.uk', 40, 40, 0, 0, 0, 1, 1, 1],
    ['gmail.com', 30, 30, 0, 0, 0, 0, 0, 0],
    ['small.example', 4, 1, 1, 1, 1, 0, 0, 0],
  ]);
  assert.equal(results[0].complaints.rate, 1 / 40);
  assert.equal(results[2].refused_hard.rate, 1 / 4);
  assert.equal(totals.accepted.count, 71);
  assert.deepEqual(
    results.map(({ receiver, is_silent }: Record<string, unknown>) => [receiver, is_silent]),
    [
      ['yahoo', false],
      ['gmail', true],
      [null, false],
    ],
  );
  const { accepted, permanent, temporary, bounced, complained } = await ledgerOf(service.db, email_id);
  assert.deepEqual([accepted, permanent, temporary, bounced, complained], [68, 2, 1, 2, 1]);
});

test('the figures by relay add up to those by domain, of the email, of the newsletter and of the installation', async () => {
  const [relay] = (await service.api('GET', '/v1/relays')).body.results;
  const figures = {
    accepted: 71,
    deferred: 1,
    refused_hard: 1,
    refused_soft: 1,
    bounced_hard: 1,
    bounced_soft: 1,
    complaints: 1,
  };
  const expected = [{ relay_id: relay.id, name: relay.name, ...figures }];
  assert.deepEqual((await reputation()).relays, expected);
  for (const path of [
    `/v1/emails/${email_id}/progress/relays`,
    '/v1/relay_figures',
    '/v1/relay_figures?days=1',
  ]) {
    const { body } = await service.api('GET', path);
    assert.deepEqual([body.results, typeof body.counted_date], [expected, 'string'], path);
  }
  assert.equal((await service.api('GET', '/v1/relay_figures?days=91')).status, 400);
  const { body: draft } = await service.api('POST', '/v1/emails', { subject: 'Draft', status: 'draft' });
  const { body } = await service.api('GET', `/v1/emails/${draft.id}/progress/relays`);
  assert.deepEqual(body, { counted_date: null, results: [] });
});

test('a domain with three complaints and a rate above the limit comes first, with a warning, and Home says what to do', async () => {
  assert.equal((await reputation()).results[0].level, 'good', 'a single complaint says nothing');
  for (const address of ['r4@yahoo.co.uk', 'r5@yahoo.co.uk']) await withDelivery(address, noteComplaint);
  await letTimePass();
  await countAll();
  const [first] = (await reputation('?days=7')).results;
  assert.deepEqual([first.domain, first.level], ['yahoo.co.uk', 'above']);
  assert.match(
    first.advice,
    /^3 of 40 copies at yahoo\.co\.uk were reported as spam \(7\.50 %\)\. That is above the limit/,
  );
  assert.match(
    first.restrained,
    /^7\.50 % of the copies of the last 7 days were reported as spam\. So mail there now goes out slowly: /,
  );
  const { needs } = (await service.api('GET', '/v1/overview')).body;
  const details = needs
    .filter(({ kind }: { kind: string }) => kind === 'complaints')
    .map(({ detail }: { detail: string }) => detail);
  assert.equal(details.length, 2);
  assert.match(details[0], /^3 of 71 copies were reported/);
  assert.equal(details[1], `${first.advice} ${first.restrained}`);
});

test('an email that changes while it is counted is counted again later, and one that did not change is not', async () => {
  const complaints = async () => (await reputation()).totals.complaints.count;
  const counted = await complaints();
  await withDelivery('r6@yahoo.co.uk', noteComplaint);
  await letTimePass();
  await withDelivery('r7@yahoo.co.uk', async (trx, delivery) => {
    await noteComplaint(trx, delivery);
    await countAll();
    assert.equal(await complaints(), counted + 1);
  });
  await letTimePass();
  assert.equal(await countDomains(service.db, new Date()), 1);
  assert.equal(await complaints(), counted + 2);
  await letTimePass();
  assert.equal(await countDomains(service.db, new Date()), 0);
});

test('a period other than 1 to 90 days is refused, and other newsletters are not counted', async () => {
  for (const days of ['0', '91', '1.5', 'month', '-3']) {
    const { status, body } = await service.api('GET', `/v1/reputation?days=${days}`);
    assert.deepEqual([status, body.code], [400, 'request_invalid']);
    assert.match(body.detail, /days: use a number of days from 1 to 90/);
  }
  const foreign = await service.api('GET', '/v1/reputation', undefined, await service.foreignKey());
  assert.deepEqual([foreign.status, foreign.body.results, foreign.body.uncounted], [200, [], 0]);
});

test('domains of the large services are recognised, and nobody else’s', () => {
  const found = [
    'googlemail.com',
    'yahoo.co.jp',
    'aol.com',
    'hotmail.fr',
    'me.com',
    'notgmail.com',
    'gmail.com.example',
  ];
  assert.deepEqual(found.map(receiverOf), ['gmail', 'yahoo', 'yahoo', 'microsoft', 'apple', null, null]);
});

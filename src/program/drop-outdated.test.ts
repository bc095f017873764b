import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { addRecipients } from '../delivery/ledger/add.ts';
import { findDiscrepancies } from '../delivery/ledger/counts.ts';
import { returnPath } from '../links/return-path.ts';
import { unsubscribeAddress } from '../links/unsubscribe.ts';
import { holdTransaction, untilBlocked } from '../testing/barriers.ts';
import {
  bounceMessage,
  complaintMessage,
  mailAgain,
  mailTo,
  type TestReader,
} from '../testing/deliveries.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { dropOutdated } from './cleaning.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const monthsAgo = (months: number) => {
  const date = new Date();
  date.setUTCMonth(date.getUTCMonth() - months);
  return new Date(date.getTime() - 3_600_000);
};
const keep = (delivery_months: number | null) =>
  service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { delivery_months });
beforeEach(() => keep(null));

/** Drops everything that is due, in batches of three. Returns how many rows each batch had. */
async function dropAll(): Promise<number[]> {
  for (const dropped: number[] = []; ; ) {
    const rows = await dropOutdated(service.db, new Date(), 3);
    if (rows === 0) return dropped;
    dropped.push(rows);
  }
}
const rowsOf = async (reader: TestReader) =>
  (
    await service.db
      .selectFrom('deliveries')
      .select('status')
      .where('email_key', '=', reader.email.key)
      .execute()
  ).length;
const analyticsOf = async ({ email }: TestReader) =>
  (await service.api('GET', `/v1/emails/${email.id}/analytics`)).body;
const typeOf = async ({ subscriber }: TestReader) =>
  (await service.api('GET', `/v1/subscribers/${subscriber.id}`)).body.type;

test('without the setting, deliveries are kept for ever; with it, old emails lose theirs and keep their counts', async () => {
  const old = await mailTo(service, 7, monthsAgo(12));
  const young = await mailAgain(service, old, monthsAgo(11));
  const [first] = old as [TestReader];
  await sql`update deliveries set open_date = now() where subscriber_key = ${first.subscriber_key}`.execute(
    service.db,
  );
  await sql`update delivery_chunks set opens = 1`.execute(service.db);
  await sql`
    insert into hits select ${first.email_key}, ${first.subscriber_key}, gen_random_uuid(), 'open', null, now(), 1, 'GET', '', '', '', '', 'human', '{}', '', 1
    from generate_series(1, 4)`.execute(service.db);
  assert.deepEqual(await dropAll(), []);
  const before = await analyticsOf(first);

  await keep(12);
  assert.deepEqual(await dropAll(), [1, 3, 3, 1, 3, 1, 1], 'the mark, the deliveries, the hits, the end');
  assert.deepEqual([await rowsOf(first), await rowsOf(young[0]!)], [0, 7]);
  assert.deepEqual(await analyticsOf(first), before);
  assert.equal(before.opens, 1);
  assert.deepEqual(await findDiscrepancies(service.db), []);
  assert.deepEqual(await dropAll(), []);
});

test('every response about dropped deliveries says that they are no longer kept', async () => {
  await keep(12);
  const sent = monthsAgo(13);
  const [reader] = (await mailTo(service, 1, sent)) as [TestReader];
  const fact = `delivered_${reader.email.id}_${reader.subscriber_key}`;
  assert.equal((await service.api('GET', `/v1/events/${fact}`)).status, 200);
  await dropOutdated(service.db, new Date(), 3); // no row is deleted yet
  for (const path of [
    'deliveries',
    'analytics?raw=true',
    'analytics/links',
    'analytics/timeline',
    'analytics/clients',
    'analytics/domains',
  ]) {
    const { status, body } = await service.api('GET', `/v1/emails/${reader.email.id}/${path}`);
    assert.deepEqual([status, body.code], [410, 'no_longer_kept'], path);
    assert.match(body.detail, /no longer kept: they were deleted on \d{4}-\d\d-\d\d, as delivery_months/);
  }
  const email = (await service.api('GET', `/v1/emails/${reader.email.id}`)).body;
  assert.ok(email.deliveries_dropped_date !== null);
  assert.equal(email.analytics.deliveries, 1);
  assert.deepEqual((await service.api('GET', `/v1/events/${fact}`)).body.code, 'no_longer_kept');

  const events = async (query: string) => (await service.api('GET', `/v1/events?${query}`)).body;
  const ofEmail = await events(`email_id=${reader.email.id}&event_type=delivered`);
  assert.deepEqual([ofEmail.results, ofEmail.count], [[], 0]);
  assert.equal(ofEmail.no_longer_kept_before, sent.toISOString());
  const ofReader = await events(`subscriber_id=${reader.subscriber.id}&event_type=delivered`);
  assert.deepEqual([ofReader.results, ofReader.count], [[], 0]);
  assert.ok(ofReader.no_longer_kept_before >= sent.toISOString(), 'the newest of all dropped emails');
  assert.equal((await events('event_type=subscriber.created')).no_longer_kept_before, null);
  const [young] = (await mailTo(service)) as [TestReader];
  assert.equal((await events(`email_id=${young.email.id}`)).no_longer_kept_before, null);
  await dropAll();
});

test('an email whose deliveries are no longer kept takes no new recipients and is not sent to anyone again', async () => {
  await keep(1);
  const [reader] = (await mailTo(service, 1, monthsAgo(2))) as [TestReader];
  const [stranger] = (await mailTo(service)) as [TestReader];
  await dropAll();
  const { id } = reader.email;
  for (const answer of [
    await service.api('POST', `/v1/subscribers/${stranger.subscriber.id}/emails/${id}`),
    await service.api('POST', `/v1/emails/${id}/deliveries/resend`, { status: 'uncertain' }),
    await service.api('POST', '/v1/bulk_actions', {
      type: 'send_emails',
      metadata: { ids: [stranger.subscriber.id], email_id: id },
    }),
  ]) {
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.body.detail, /no longer kept/);
  }
});

test('the age of an email counts from the last recipient added or retried', async () => {
  await keep(1);
  const [retried] = (await mailTo(service, 1, monthsAgo(2))) as [TestReader];
  const [added] = (await mailAgain(service, [retried], monthsAgo(2))) as [TestReader];
  const setChunk = (reader: TestReader, changes: object) =>
    service.db
      .updateTable('delivery_chunks')
      .set(changes)
      .where('email_key', '=', reader.email_key)
      .execute();
  await setChunk(retried, { next_attempt_date: new Date().toISOString() });
  await setChunk(added, { added_date: new Date().toISOString() });
  assert.deepEqual(await dropAll(), []);
  await setChunk(retried, { next_attempt_date: null });
  await setChunk(added, { added_date: monthsAgo(1).toISOString() });
  assert.deepEqual(await dropAll(), [1, 1, 1, 1, 1, 1]);
});

test('adding a recipient while the deliveries are about to be dropped keeps them', async () => {
  await keep(1);
  const [reader] = (await mailTo(service, 1, monthsAgo(2))) as [TestReader];
  const [other] = (await mailTo(service)) as [TestReader];
  await using adding = await holdTransaction(service.db, async trx => {
    await sql`select from emails where key = ${reader.email_key} for update`.execute(trx);
    await addRecipients(trx, reader.email_key, [other.subscriber_key], true);
  });
  const dropping = dropOutdated(service.db, new Date(), 3);
  await untilBlocked(service.db);
  await adding.release();
  await dropping;
  assert.equal(await rowsOf(reader), 2);
  assert.equal(
    (await service.api('GET', `/v1/emails/${reader.email.id}`)).body.deliveries_dropped_date,
    null,
  );
  await sql`delete from delivery_chunks where email_key = ${reader.email_key}`.execute(service.db);
});

test('a late bounce, complaint or unsubscription is counted once for its email and takes effect', async () => {
  await keep(1);
  const readers = await mailTo(service, 4, monthsAgo(2));
  const [bounced, complained, left, gone] = readers as [TestReader, TestReader, TestReader, TestReader];
  await service.api('DELETE', `/v1/subscribers/${gone.subscriber.id}`);
  await dropAll();
  const hand = (message: string, about: TestReader) =>
    service.api(
      'POST',
      `/v1/feedback/messages?recipient=${encodeURIComponent(returnPath(service.secret, 'bounces.example.org', { ...about, date: new Date() }))}`,
      message,
      { 'content-type': 'message/rfc822' },
    );
  const address = bounced.subscriber.email_address;
  for (const message of [
    bounceMessage(address, { id: 'soft', status: '4.2.2', words: '452 4.2.2 mailbox full' }),
    bounceMessage(address, { id: 'one' }),
    bounceMessage(address, { id: 'one' }),
    bounceMessage(address, { id: 'two' }),
  ])
    assert.equal((await hand(message, bounced)).body.result, 'taken');
  assert.equal((await hand(bounceMessage('gone@example.org'), gone)).body.result, 'taken');
  const original = `To: ${complained.subscriber.email_address}`;
  await hand(complaintMessage(original), complained);
  await hand(complaintMessage(original), complained);
  const owner = { subscriber_id: left.subscriber.id, email_id: left.email.id };
  const link = unsubscribeAddress(service.url, service.secret, owner);
  const post = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
  for (const _ of [1, 2]) assert.equal((await fetch(link, post)).status, 200);

  assert.deepEqual(await analyticsOf(bounced), {
    recipients: 4,
    deliveries: 2,
    opens: 0,
    clicks: 0,
    temporary_failures: 0,
    permanent_failures: 2,
    unsubscriptions: 1,
    complaints: 1,
  });
  assert.deepEqual(
    [await typeOf(bounced), await typeOf(complained), await typeOf(left)],
    ['undeliverable', 'complained', 'unsubscribed'],
  );
  const { body } = await service.api('GET', `/v1/feedback?email_id=${bounced.email.id}`);
  assert.deepEqual(
    body.results
      .map(({ kind, subscriber_id }: { kind: string; subscriber_id: string }) => [kind, subscriber_id])
      .slice(-2),
    [
      ['hard', bounced.subscriber.id],
      ['soft', bounced.subscriber.id],
    ],
  );
});

test('a filter that asks who got or opened such an email is refused, and a send that uses it goes to nobody', async () => {
  await keep(null);
  const [reader] = (await mailTo(service, 1, monthsAgo(2))) as [TestReader];
  const { id } = reader.email;
  const filters = {
    filters: [{ field: 'subscriber.opened', operator: 'not_contains', value: id }],
    groups: [],
    predicate: 'and',
  };
  const drafted = await service.api('POST', '/v1/emails', {
    subject: 'To the others',
    status: 'draft',
    filters,
  });
  assert.equal(drafted.status, 201, drafted.text);
  const segment = await service.api('POST', '/v1/segments', { name: 'the others', filters });
  assert.equal(segment.status, 201, segment.text);
  await keep(1);
  await dropAll();
  for (const answer of [
    await service.api('POST', '/v1/segments', { name: 'more', filters }),
    await service.api('POST', '/v1/emails', { subject: 'More', filters }),
    await service.api('POST', `/v1/emails/${drafted.body.id}/publish`),
    await service.api('GET', `/v1/subscribers?segment=${segment.body.id}`),
  ]) {
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.body.detail, new RegExp(`"${id}" are no longer kept`));
  }
});

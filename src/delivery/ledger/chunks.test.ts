import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/database/connect.ts';
import { addSubscribers } from '../../testing/audience.ts';
import { takeNext } from '../../testing/ledger.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { freezeNextRange } from './audience.ts';
import { finishChunk, leaseChunk, releaseChunk, renewLease } from './chunks.ts';
import { findDiscrepancies } from './counts.ts';
import { planWithdrawn } from './plan-again.ts';
import { continueAfterSetBack } from './set-back.ts';
import { listPlanned, take, writeOutcomes } from './take.ts';

let service: TestService;
const accepted = (subscriber_key: number) => ({
  subscriber_key,
  status: 'accepted' as const,
  reply: '250 ok',
});

before(async () => {
  service = await startTestService();
  await addSubscribers(service.db, service.newsletter, 1200);
});
after(() => service.stop());

// Makes an email in flight with its audience frozen, as sending/start leaves it, and no running worker.
beforeEach(async () => {
  const { db } = service;
  await sql`truncate deliveries, delivery_chunks, emails cascade`.execute(db);
  const { body } = await service.api('POST', '/v1/emails', { subject: 'In flight', status: 'draft' });
  const email = await db
    .updateTable('emails')
    .set({ status: 'in_flight', audience_bound: sql`(select max(key) from subscribers)` })
    .where('id', '=', body.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  assert.deepEqual(await freezeNextRange(db, email, 10_000), { planned: 1200, complete: true });
});

// Whatever a test has done, the stored counts match the rows.
afterEach(async () => assert.deepEqual(await findDiscrepancies(service.db), []));

test('the audience is cut into chunks of 500 without overlaps or gaps', async () => {
  const chunks = await service.db.selectFrom('delivery_chunks').selectAll().orderBy('first_key').execute();
  const sizes = chunks.map(chunk => chunk.last_key - chunk.first_key + 1);
  assert.deepEqual(sizes, [500, 500, 200]);
  assert.equal(chunks[1]!.first_key, chunks[0]!.last_key + 1);
});

test('a longer range is cut into 25 chunks, and a very long one into chunks of 2,000', async () => {
  const { db, newsletter } = service;
  const email = await db.selectFrom('emails').selectAll().executeTakeFirstOrThrow();
  const sizes = async (readers: number) => {
    await inTransaction(db, async trx => {
      await sql`truncate deliveries, delivery_chunks, subscribers cascade`.execute(trx);
      await addSubscribers(trx, newsletter, readers);
      const { high } = await trx
        .selectFrom('subscribers')
        .select(sql<number>`max(key)`.as('high'))
        .executeTakeFirstOrThrow();
      await freezeNextRange(trx, { ...email, frozen_up_to: 0, audience_bound: high }, 100_000);
      const chunks = await trx.selectFrom('delivery_chunks').select('planned').orderBy('first_key').execute();
      found = chunks.map(({ planned }) => planned);
      throw new Error('undo');
    }).catch(error => assert.equal(error.message, 'undo'));
    return found;
  };
  let found: number[] = [];
  assert.deepEqual(await sizes(15_000), Array(25).fill(600));
  assert.deepEqual(await sizes(52_000), Array(26).fill(2000));
});

test('workers that ask concurrently get different chunks, and never one that is held', async () => {
  const leased = await Promise.all(Array.from({ length: 5 }, () => leaseChunk(service.db, 60)));
  const got = leased.filter(chunk => chunk !== undefined).map(chunk => chunk.first_key);
  // A worker that found only rows locked by others may return without a chunk; it looks again a moment later.
  assert.equal(new Set(got).size, got.length);
  while (await leaseChunk(service.db, 60));
  const held = await service.db
    .selectFrom('delivery_chunks')
    .select('lease')
    .where('lease', 'is not', null)
    .execute();
  assert.equal(held.length, 3);
});

test('when a worker falls silent, only the recipients in hand become uncertain; the next worker serves the rest', async () => {
  const { db } = service;
  const dead = (await leaseChunk(db, 60))!;
  const first = (await takeNext(db, dead, 0, 10))!;
  await writeOutcomes(
    db,
    dead,
    first.map(recipient => accepted(recipient.subscriber_key)),
  );
  const second = (await takeNext(db, dead, first.at(-1)!.subscriber_key, 10))!;
  await silence();

  const next = (await leaseChunk(db, 60))!;
  assert.equal(next.first_key, dead.first_key);
  assert.deepEqual(await counts(), { accepted: 10, uncertain: 10, planned: 1180 });
  const served = (await takeNext(db, next, 0, 10))!;
  assert.equal(served[0]!.subscriber_key, second.at(-1)!.subscriber_key + 1);
});

test('a slow worker finds its lease lost, and the outcomes it knows replace uncertain', async () => {
  const { db } = service;
  const slow = (await leaseChunk(db, 60))!;
  const window = (await takeNext(db, slow, 0, 10))!;
  await silence();
  await leaseChunk(db, 60);
  assert.equal(await renewLease(db, slow), false);
  assert.equal(await takeNext(db, slow, window.at(-1)!.subscriber_key, 10), undefined);
  await writeOutcomes(
    db,
    slow,
    window.map(recipient => accepted(recipient.subscriber_key)),
  );
  assert.deepEqual(await counts(), { accepted: 10, planned: 1190 });
  await finishChunk(db, slow, null);
  const { first_pass_done } = await db
    .selectFrom('delivery_chunks')
    .select('first_pass_done')
    .orderBy('first_key')
    .limit(1)
    .executeTakeFirstOrThrow();
  assert.equal(first_pass_done, false, 'a worker that lost the lease cannot finish the chunk');
});

test('a recipient whose copy a slow worker knows not to have left is planned again, unless they were resent meanwhile', async () => {
  const { db } = service;
  const slow = (await leaseChunk(db, 60))!;
  const [one, two, three] = (await takeNext(db, slow, 0, 10))!.map(({ subscriber_key }) => subscriber_key);
  await planWithdrawn(db, slow, [one!]);
  assert.deepEqual(await counts(), { planned: 1200 });
  await silence();
  const next = (await leaseChunk(db, 60))!;
  await finishChunk(db, next, null);
  await planWithdrawn(db, slow, [one!, two!]);
  assert.deepEqual(await counts(), { uncertain: 8, planned: 1192 });
  await sql`update delivery_chunks set lease_until = now() + interval '1 hour' where passes = 0`.execute(db);
  const again = (await leaseChunk(db, 60))!;
  assert.equal(again.first_key, slow.first_key, 'the chunk is due again');
  await planWithdrawn(db, slow, [three!]);
  assert.deepEqual(await counts(), { uncertain: 8, planned: 1192 }, 'they may be in another hand');
});

test('an outcome is recorded once', async () => {
  const { db } = service;
  const chunk = (await leaseChunk(db, 60))!;
  const [recipient] = (await takeNext(db, chunk, 0, 1))!;
  await writeOutcomes(db, chunk, [
    { subscriber_key: recipient!.subscriber_key, status: 'permanent', reply: '550 no' },
  ]);
  await writeOutcomes(db, chunk, [accepted(recipient!.subscriber_key)]);
  assert.deepEqual(await counts(), { permanent: 1, planned: 1199 });
});

test('a returned chunk leaves nothing uncertain, whoever takes it next', async () => {
  const { db } = service;
  const chunk = (await leaseChunk(db, 60))!;
  const window = (await takeNext(db, chunk, 0, 10))!;
  await writeOutcomes(
    db,
    chunk,
    window.slice(0, 5).map(recipient => accepted(recipient.subscriber_key)),
  );
  await releaseChunk(db, chunk, new Date(0));
  const again = (await leaseChunk(db, 60))!;
  assert.deepEqual(await counts(), { accepted: 5, planned: 1195 });
  assert.equal((await takeNext(db, again, 0, 1))![0]!.subscriber_key, window[5]!.subscriber_key);
});

test('only temporary failures are planned again, when their time has come', async () => {
  const { db } = service;
  const chunk = (await leaseChunk(db, 60))!;
  const window = (await takeNext(db, chunk, 0, 500))!;
  const outcomes = window.map((recipient, place) =>
    place < 3
      ? { ...accepted(recipient.subscriber_key), status: 'temporary' as const }
      : accepted(recipient.subscriber_key),
  );
  await writeOutcomes(db, chunk, outcomes);
  await finishChunk(db, chunk, new Date(0));
  await sql`update delivery_chunks set lease_until = now() + interval '1 hour' where not first_pass_done`.execute(
    db,
  );
  const again = (await leaseChunk(db, 60))!;
  assert.deepEqual([again.first_key, again.passes], [chunk.first_key, 1]);
  assert.equal((await takeNext(db, again, 0, 500))!.length, 3);
});

test('a window requested again after a lost response changes nothing and returns the same', async () => {
  const { db } = service;
  const chunk = (await leaseChunk(db, 60))!;
  const first = (await takeNext(db, chunk, 0, 10))!;
  const outcomes = first.map(recipient => accepted(recipient.subscriber_key)).toReversed();
  const after = first.at(-1)!.subscriber_key;
  const wanted = (await listPlanned(db, chunk)).filter(key => key > after).slice(0, 10);
  const again = async () =>
    (await take(db, chunk, wanted, outcomes))!.map(recipient => recipient.subscriber_key);
  assert.deepEqual(await again(), wanted);
  assert.deepEqual(await again(), wanted);
  assert.deepEqual(await counts(), { accepted: 10, planned: 1190 });
  assert.deepEqual(await findDiscrepancies(db), []);
});

test('outcomes sent with a request for more are recorded even if the chunk has meanwhile been taken away', async () => {
  const { db } = service;
  const slow = (await leaseChunk(db, 60))!;
  const window = (await takeNext(db, slow, 0, 10))!;
  await silence();
  await leaseChunk(db, 60);
  assert.deepEqual(await counts(), { uncertain: 10, planned: 1190 });
  const outcomes = window.map(recipient => accepted(recipient.subscriber_key));
  assert.equal(await takeNext(db, slow, window.at(-1)!.subscriber_key, 10, outcomes), undefined);
  assert.deepEqual(await counts(), { accepted: 10, planned: 1190 });
  assert.deepEqual(await findDiscrepancies(db), []);
});

test('nobody is taken while the fence is closed, although the lease is valid, and the outcomes are recorded', async () => {
  const { db } = service;
  const chunk = (await leaseChunk(db, 60))!;
  const window = (await takeNext(db, chunk, 0, 10))!;
  const outcomes = window.map(recipient => accepted(recipient.subscriber_key));
  const last = window.at(-1)!.subscriber_key;
  await sql`update fence set state = 'open'`.execute(db); // without the seal of this server
  try {
    assert.equal(await takeNext(db, chunk, last, 10, outcomes), undefined);
  } finally {
    await sql`update fence set state = 'new'`.execute(db);
  }
  assert.deepEqual(await counts(), { accepted: 10, planned: 1190 });
  assert.equal((await takeNext(db, chunk, last, 10))!.length, 10);
});

test('only planned recipients are taken, and those with an outcome are no longer in hand', async () => {
  const { db } = service;
  const chunk = (await leaseChunk(db, 60))!;
  const [one, two, three, four] = (await listPlanned(db, chunk)) as [number, number, number, number];
  await take(db, chunk, [one, two, three]);
  assert.deepEqual(await inHand(), [one, two, three]);
  assert.deepEqual(
    (await take(db, chunk, [one, four], [accepted(one)]))!.map(recipient => recipient.subscriber_key),
    [four],
    'recipients settled by the same statement are not taken again',
  );
  assert.deepEqual(await inHand(), [two, three, four]);
  await writeOutcomes(db, chunk, [accepted(three)]);
  assert.deepEqual(await inHand(), [two, four]);
  assert.deepEqual(await take(db, { ...chunk, lease: crypto.randomUUID() }, [one, three]), undefined);
  assert.deepEqual(await inHand(), [two, four]);
  await silence();
  await leaseChunk(db, 60);
  assert.deepEqual(await inHand(), []);
  assert.deepEqual(await counts(), { accepted: 2, uncertain: 2, planned: 1196 });
});

async function inHand(): Promise<number[]> {
  const { rows } = await sql<{
    in_hand: number[];
  }>`select in_hand from delivery_chunks where lease is not null`.execute(service.db);
  return rows.flatMap(row => row.in_hand).toSorted((a, b) => a - b);
}

async function silence(): Promise<void> {
  await sql`update delivery_chunks set lease_until = now() - interval '1 second' where lease is not null`.execute(
    service.db,
  );
  // Only the silent worker's chunk matters here.
  await sql`update delivery_chunks set next_attempt_date = now() + interval '1 hour' where lease is null`.execute(
    service.db,
  );
}

async function counts(): Promise<Record<string, number>> {
  const { rows } = await sql<{
    status: string;
    count: number;
  }>`select status, count(*) from deliveries group by status`.execute(service.db);
  return Object.fromEntries(rows.map(row => [row.status, row.count]));
}

test('after the clock was set back, work dated in the future continues, and scheduled work keeps its pause', async () => {
  const { db } = service;
  const set = (at: number, changes: Record<string, unknown>) =>
    sql`update delivery_chunks set (served_date, retry_date, next_attempt_date, lease, lease_until) = (
      select served_date, retry_date, next_attempt_date, lease, lease_until
      from jsonb_populate_record(delivery_chunks, ${JSON.stringify(changes)}::jsonb))
      where first_key = (select first_key from delivery_chunks order by first_key offset ${at} limit 1)`.execute(
      db,
    );
  const hours = (number: number) => new Date(Date.now() + number * 3_600_000).toISOString();
  const minutesAhead = async () => {
    const { rows } = await sql<{ minutes: number; lease: number | null }>`
      select round(extract(epoch from next_attempt_date - now()) / 60)::int as minutes,
        round(extract(epoch from lease_until - now()))::int as lease
      from delivery_chunks order by first_key`.execute(db);
    return rows.map(({ minutes, lease }) => [minutes, lease]);
  };
  assert.equal(await continueAfterSetBack(db), 0, 'usually there is nothing to do');

  await set(0, { next_attempt_date: hours(4) });
  await set(1, { served_date: hours(4), retry_date: hours(5), next_attempt_date: hours(5) });
  await set(2, { lease: '01900000-0000-7000-8000-000000000001', lease_until: hours(4) });
  assert.equal(await continueAfterSetBack(db), 3);
  assert.deepEqual(await minutesAhead(), [
    [0, null],
    [60, null],
    [0, 30],
  ]);
  assert.equal(await continueAfterSetBack(db), 0, 'a retry that is due later waits');
  await sql`update delivery_chunks set lease = null, lease_until = null`.execute(db);
});

test('an outcome of a recipient whose row is gone writes nothing', async () => {
  const { db } = service;
  const chunk = (await leaseChunk(db, 60))!;
  const [gone, kept] = (await takeNext(db, chunk, 0, 2))!.map(({ subscriber_key }) => subscriber_key);
  await sql`delete from deliveries where subscriber_key = ${gone}`.execute(db);
  await sql`update delivery_chunks set planned = planned - 1 where first_key = ${chunk.first_key}`.execute(
    db,
  );
  await take(db, chunk, [], [accepted(gone!), accepted(kept!)]);
  await writeOutcomes(db, chunk, [accepted(gone!)]);
  const rows = await db
    .selectFrom('deliveries')
    .select('subscriber_key')
    .where('status', '=', 'accepted')
    .execute();
  assert.deepEqual(rows, [{ subscriber_key: kept }]);
});

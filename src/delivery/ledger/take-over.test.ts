import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { addSubscribers } from '../../testing/audience.ts';
import { takeNext } from '../../testing/ledger.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { freezeNextRange } from './audience.ts';
import { leaseChunk } from './chunks.ts';
import { findDiscrepancies } from './counts.ts';
import type { Chunk, Outcome } from './delivery.ts';
import { settleHand } from './take-over.ts';

let service: TestService;
let chunk: Chunk;
let hand: number[];
before(async () => {
  service = await startTestService();
  await addSubscribers(service.db, service.newsletter, 20);
});
after(() => service.stop());

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
  await freezeNextRange(db, email, 10_000);
  chunk = (await leaseChunk(db, 30))!;
  hand = await takeSome(chunk, 6);
});
afterEach(async () => assert.deepEqual(await findDiscrepancies(service.db), []));

/** Takes this many recipients in hand, and returns them in order. */
async function takeSome(from: Chunk, size: number): Promise<number[]> {
  const taken = (await takeNext(service.db, from, 0, size))!;
  return taken.map(({ subscriber_key }) => subscriber_key).toSorted((a, b) => a - b);
}

async function inHand(): Promise<number[]> {
  const { in_hand } = await service.db
    .selectFrom('delivery_chunks')
    .select('in_hand')
    .executeTakeFirstOrThrow();
  return in_hand.toSorted((a, b) => a - b);
}

const accepted = (subscriber_key: number): [number, Outcome] => [
  subscriber_key,
  { subscriber_key, status: 'accepted', reply: '250 ok' },
];

async function statuses(): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) as count from deliveries group by status`.execute(service.db);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

async function leaseAgain(): Promise<Chunk> {
  await sql`update delivery_chunks set lease_until = now() - interval '1 second'`.execute(service.db);
  return (await leaseChunk(service.db, 30))!;
}

test('of the recipients that a dead process had in hand, only those who may have left without an answer are uncertain', async () => {
  const { db } = service;
  const [one, two, three] = hand as [number, number, number];
  // Recipients who have an outcome already, or were not in hand, stay as they are.
  const last = {
    ...chunk,
    begun: new Set([one, two, three]),
    outcomes: new Map([accepted(one), accepted(hand[5]! + 1)]),
  };
  assert.equal(await settleHand(db, last), 4);
  assert.deepEqual(await inHand(), [two, three]);
  assert.equal(await settleHand(db, last), 0, 'a second time it changes nothing');
  await leaseAgain();
  assert.deepEqual(await statuses(), { accepted: 1, uncertain: 2, planned: 17 });
});

test('once somebody else has leased the chunk, what the dead process noted changes nothing', async () => {
  const next = await leaseAgain();
  assert.deepEqual(await statuses(), { uncertain: 6, planned: 14 });
  const taken = await takeSome(next, 4);
  const last = { ...chunk, begun: new Set<number>(), outcomes: new Map(taken.map(accepted)) };
  assert.equal(await settleHand(service.db, last), 0);
  assert.deepEqual(await inHand(), taken);
  assert.deepEqual(await statuses(), { uncertain: 6, planned: 14 });
});

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { addSubscribers } from '../../testing/audience.ts';
import { takeNext } from '../../testing/ledger.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { addRecipients } from './add.ts';
import { freezeNextRange } from './audience.ts';
import { finishChunk, leaseChunk } from './chunks.ts';
import { findDiscrepancies } from './counts.ts';
import { listPlanned, take, writeOutcomes } from './take.ts';

let service: TestService;
let email_key: number;
let keys: number[];
before(async () => {
  service = await startTestService();
  await addSubscribers(service.db, service.newsletter, 20);
  keys = (await service.db.selectFrom('subscribers').select('key').orderBy('key').execute()).map(
    row => row.key,
  );
});
after(() => service.stop());

// Makes an email in flight whose audience is the subscribers in odd places from the fifth to the fifteenth.
beforeEach(async () => {
  const { db } = service;
  await sql`truncate deliveries, delivery_chunks, emails cascade`.execute(db);
  const tag = (await service.api('POST', '/v1/tags', { name: `odd ${Math.random()}` })).body;
  await sql`update subscribers set tags = array[${tag.secondary_id}::int]
    where key = any(${keys.filter((_, at) => at % 2 === 1 && at >= 5 && at <= 15)}::bigint[])`.execute(db);
  const draft = { subject: 'In flight', status: 'draft', included_tags: [tag.id] };
  const { body } = await service.api('POST', '/v1/emails', draft);
  const email = await db
    .updateTable('emails')
    .set({ status: 'in_flight', audience_bound: keys.at(-1)! })
    .where('id', '=', body.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  email_key = email.key;
  assert.deepEqual(await freezeNextRange(db, email, 100), { planned: 6, complete: true });
});

afterEach(async () => {
  assert.deepEqual(await findDiscrepancies(service.db), []);
  const { rows } = await sql`
    select from delivery_chunks one join delivery_chunks other using (email_key)
    where one.first_key < other.first_key and one.last_key >= other.first_key`.execute(service.db);
  assert.equal(rows.length, 0, 'no two chunks overlap');
  const { rows: outside } = await sql`
    select from deliveries where not exists (
      select from delivery_chunks chunk
      where chunk.email_key = deliveries.email_key and subscriber_key between first_key and last_key)`.execute(
    service.db,
  );
  assert.equal(outside.length, 0, 'everyone is in a chunk');
});

const at = (...places: number[]) => places.map(place => keys[place]!);
const add = (places: number[]) => addRecipients(service.db, email_key, at(...places), true);
const accepted = (subscriber_key: number) => ({
  subscriber_key,
  status: 'accepted' as const,
  reply: '250 ok',
});

/** Serves every due chunk until none is left. Returns the places served, in order. */
async function serveAll(): Promise<number[]> {
  const served: number[] = [];
  for (let chunk = await leaseChunk(service.db, 60); chunk; chunk = await leaseChunk(service.db, 60)) {
    const window = (await takeNext(service.db, chunk, 0, 100))!;
    const people = window.map(recipient => recipient.subscriber_key);
    await writeOutcomes(service.db, chunk, people.map(accepted));
    await finishChunk(service.db, chunk, null);
    served.push(...people.map(key => keys.indexOf(key)));
  }
  return served;
}

async function statusOf(place: number): Promise<string | undefined> {
  const row = await service.db
    .selectFrom('deliveries')
    .select('status')
    .where('subscriber_key', '=', keys[place]!)
    .executeTakeFirst();
  return row?.status;
}

test('an added recipient is served once, whether in, before, after or between chunks', async () => {
  assert.deepEqual(await serveAll(), [5, 7, 9, 11, 13, 15]);
  assert.deepEqual((await add([0, 6, 7, 8, 17, 19])).toSorted(), at(0, 6, 8, 17, 19).toSorted());
  assert.deepEqual((await serveAll()).toSorted(), [0, 6, 8, 17, 19].toSorted());
  await add([1, 2, 3, 16, 18]);
  assert.deepEqual((await serveAll()).toSorted(), [1, 2, 3, 16, 18].toSorted());
  assert.deepEqual(await add([...keys.keys()].filter(place => place !== 4)), at(10, 12, 14));
  assert.equal((await serveAll()).length, 3);
  assert.deepEqual(await serveAll(), []);
});

test('a recipient added while a worker serves the chunk is served right after, wherever they fall', async () => {
  const chunk = (await leaseChunk(service.db, 60))!;
  const first = (await takeNext(service.db, chunk, 0, 3))!;
  assert.deepEqual(
    first.map(one => one.subscriber_key),
    at(5, 7, 9),
  );
  const rest = (await listPlanned(service.db, chunk)).slice(3);
  await add([6, 10]);
  const second = (await take(service.db, chunk, rest))!;
  assert.deepEqual(
    second.map(one => one.subscriber_key),
    at(11, 13, 15),
  );
  await writeOutcomes(
    service.db,
    chunk,
    [...first, ...second].map(one => accepted(one.subscriber_key)),
  );
  await finishChunk(service.db, chunk, null);
  assert.equal(await statusOf(6), 'planned');
  assert.deepEqual(await serveAll(), [6, 10]);
});

test('when a worker dies, added recipients whom it had not taken are served, and those whom it had taken are uncertain', async () => {
  const chunk = (await leaseChunk(service.db, 60))!;
  await takeNext(service.db, chunk, 0, 3);
  await add([6, 10]);
  await takeNext(service.db, chunk, keys[9]!, 2); // 10 and 11
  await sql`update delivery_chunks set lease_until = now() - interval '1 second'`.execute(service.db);
  assert.deepEqual(await serveAll(), [6, 13, 15]);
  const uncertain = [];
  for (const place of keys.keys()) if ((await statusOf(place)) === 'uncertain') uncertain.push(place);
  assert.deepEqual(uncertain, [5, 7, 9, 10, 11]);
});

test('a recipient added during one pass and taken by the next worker, which dies too, is uncertain', async () => {
  const chunk = (await leaseChunk(service.db, 60))!;
  await takeNext(service.db, chunk, 0, 3);
  await add([6]);
  await sql`update delivery_chunks set lease_until = now() - interval '1 second'`.execute(service.db);
  const next = (await leaseChunk(service.db, 60))!;
  assert.deepEqual(
    (await takeNext(service.db, next, 0, 1))!.map(one => one.subscriber_key),
    at(6),
  );
  await sql`update delivery_chunks set lease_until = now() - interval '1 second'`.execute(service.db);
  assert.deepEqual(await serveAll(), [11, 13, 15]);
  assert.equal(await statusOf(6), 'uncertain');
});

test('temporary failures in a reopened chunk wait for their time', async () => {
  const chunk = (await leaseChunk(service.db, 60))!;
  const window = (await takeNext(service.db, chunk, 0, 100))!;
  const outcomes = window.map(one => accepted(one.subscriber_key));
  await writeOutcomes(service.db, chunk, [
    ...outcomes.slice(1),
    { ...outcomes[0]!, status: 'temporary' as const, reply: '451 later' },
  ]);
  await finishChunk(service.db, chunk, new Date(Date.now() + 3_600_000));
  await add([6]);
  assert.deepEqual(await serveAll(), [6]);
  assert.equal(await statusOf(5), 'temporary');
});

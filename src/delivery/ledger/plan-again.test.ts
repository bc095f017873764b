import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/database/connect.ts';
import { addSubscribers } from '../../testing/audience.ts';
import { takeNext } from '../../testing/ledger.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { addRecipients } from './add.ts';
import { freezeNextRange } from './audience.ts';
import { finishChunk, leaseChunk } from './chunks.ts';
import { findDiscrepancies } from './counts.ts';
import type { Chunk, Outcome } from './delivery.ts';
import { readDomains } from './domains.ts';
import { planAgain } from './plan-again.ts';
import { take, writeOutcomes } from './take.ts';

let service: TestService;
let email_key: number;
let keys: number[];
before(async () => {
  service = await startTestService();
  await addSubscribers(service.db, service.newsletter, 8);
  const rows = await service.db.selectFrom('subscribers').select('key').orderBy('key').execute();
  keys = rows.map(row => row.key);
});
after(() => service.stop());

// Makes an email in flight to everybody except the last.
beforeEach(async () => {
  const { db } = service;
  await sql`truncate deliveries, delivery_chunks, emails cascade`.execute(db);
  const { body } = await service.api('POST', '/v1/emails', { subject: 'In flight', status: 'draft' });
  const email = await db
    .updateTable('emails')
    .set({ status: 'in_flight', audience_bound: keys[6]!, publish_date: sql`now()` })
    .where('id', '=', body.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  email_key = email.key;
  await freezeNextRange(db, email, 100);
});
afterEach(async () => assert.deepEqual(await findDiscrepancies(service.db), []));

const inAnHour = () => new Date(Date.now() + 3_600_000);
const again = (...statuses: ('uncertain' | 'temporary' | 'permanent')[]) =>
  inTransaction(service.db, trx => planAgain(trx, email_key, statuses));
const lease = () => leaseChunk(service.db, 60);
const silence = () =>
  sql`update delivery_chunks set lease_until = now() - interval '1 second'`.execute(service.db);
const retriesAreDue = () =>
  sql`update delivery_chunks set retry_date = now(), next_attempt_date = now() where retry_date is not null`.execute(
    service.db,
  );

/** Returns the planned places of the chunk. */
async function planned(chunk: Chunk): Promise<number[]> {
  const window = (await takeNext(service.db, chunk, 0, 100))!;
  return window.map(one => keys.indexOf(one.subscriber_key));
}

async function write(chunk: Chunk, status: Outcome['status'], ...places: number[]): Promise<void> {
  const outcomes = places.map(place => ({ subscriber_key: keys[place]!, status, reply: '250 or not' }));
  await writeOutcomes(service.db, chunk, outcomes);
}

/** Makes the first pass: 0 and 1 become uncertain, 2 and 3 temporary, the rest accepted. */
async function firstPass(retry_date: Date | null): Promise<void> {
  const chunk = (await lease())!;
  await planned(chunk);
  await write(chunk, 'uncertain', 0, 1);
  await write(chunk, 'temporary', 2, 3);
  await write(chunk, 'accepted', 4, 5, 6);
  await finishChunk(service.db, chunk, retry_date);
}

test('among those who were refused, a resend goes to people who still get mail, and to nobody else', async () => {
  const { db } = service;
  const chunk = (await lease())!;
  await planned(chunk);
  await write(chunk, 'permanent', 0, 1, 2);
  await write(chunk, 'accepted', 3, 4, 5, 6);
  await finishChunk(db, chunk, null);
  await sql`update subscribers set type = 'undeliverable', mail_state = 'undeliverable' where key = ${keys[1]!}`.execute(
    db,
  );
  const gone = await db
    .selectFrom('subscribers')
    .selectAll()
    .where('key', '=', keys[2]!)
    .executeTakeFirstOrThrow();
  await sql`delete from subscribers where key = ${gone.key}`.execute(db);
  assert.equal(await again('permanent'), 1);
  assert.equal(await again('permanent'), 0);
  assert.deepEqual(await planned((await lease())!), [0]);
  await sql`update subscribers set type = 'regular', mail_state = 'subscribed' where key = ${keys[1]!}`.execute(
    db,
  );
  const { key, domain, ...row } = gone;
  await sql`
    insert into subscribers (key, id, newsletter_key, email_address, normal_address, type, source) overriding system value
    values (${key}, ${row.id}, ${row.newsletter_key}, ${row.email_address}, ${row.normal_address}, 'regular', 'api')`.execute(
    db,
  );
});

test('a resend goes once to recipients with the given status and to nobody else', async () => {
  await firstPass(inAnHour());
  assert.deepEqual(
    await Promise.all([again('uncertain'), again('uncertain')]).then(counts => counts.toSorted()),
    [0, 2],
  );
  const chunk = (await lease())!;
  assert.deepEqual(await planned(chunk), [0, 1]);
  await write(chunk, 'accepted', 0, 1);
  await finishChunk(service.db, chunk, inAnHour());
  assert.equal(await lease(), undefined, 'the temporary failures wait for their hour');
  await retriesAreDue();
  assert.deepEqual(await planned((await lease())!), [2, 3]);
});

test('given-up recipients are not retried because a resent or added recipient fails', async () => {
  await firstPass(null);
  await sql`update emails set publish_date = now() - interval '100 hours'`.execute(service.db);
  await again('uncertain');
  await inTransaction(service.db, trx => addRecipients(trx, email_key, [keys[7]!], true));
  for (let chunk = await lease(); chunk; chunk = await lease()) {
    const places = await planned(chunk);
    await write(chunk, 'temporary', ...places);
    await finishChunk(service.db, chunk, inAnHour());
  }
  await retriesAreDue();
  const retried: number[] = [];
  for (let chunk = await lease(); chunk; chunk = await lease()) {
    const places = await planned(chunk);
    retried.push(...places);
    await write(chunk, 'accepted', ...places);
    await finishChunk(service.db, chunk, inAnHour());
  }
  assert.deepEqual(retried.toSorted(), [0, 1, 7]);
  const { rows } = await sql`select from delivery_chunks where next_attempt_date is not null`.execute(
    service.db,
  );
  assert.equal(rows.length, 0, 'given-up recipients are not due again');
});

test('a recipient who was given up can be resent by hand, and is retried from the start', async () => {
  await firstPass(null);
  await sql`update emails set publish_date = now() - interval '100 hours'`.execute(service.db);
  assert.equal(await again('temporary'), 2);
  const chunk = (await lease())!;
  assert.deepEqual(await planned(chunk), [2, 3]);
  await write(chunk, 'temporary', 2, 3);
  await finishChunk(service.db, chunk, inAnHour());
  await retriesAreDue();
  assert.deepEqual(await planned((await lease())!), [2, 3]);
});

for (const end of ['finishes', 'dies']) {
  test(`a recipient resent while a worker serves the chunk gets it once more when that worker ${end}`, async () => {
    const { db } = service;
    const chunk = (await lease())!;
    await takeNext(db, chunk, 0, 3);
    await write(chunk, 'uncertain', 0);
    await write(chunk, 'accepted', 1, 2);
    assert.equal(await again('uncertain'), 1);
    const rest = (await takeNext(db, chunk, keys[2]!, 100))!;
    assert.deepEqual(
      rest.map(one => one.subscriber_key),
      keys.slice(3, 7),
      'it does not come back to them',
    );
    await write(chunk, 'accepted', 3, 4, 5, 6);
    if (end === 'dies') await silence();
    else await finishChunk(db, chunk, null);
    const next = (await lease())!;
    assert.deepEqual(await planned(next), [0]);
    await write(next, 'accepted', 0);
    await finishChunk(db, next, null);
    assert.equal(await lease(), undefined);
  });
}

test('recipients between those who were taken stay planned when the worker dies', async () => {
  const { db } = service;
  const chunk = (await lease())!;
  await take(db, chunk, [keys[1]!, keys[3]!]);
  await write(chunk, 'accepted', 1);
  await silence();
  const next = (await lease())!;
  assert.deepEqual(await planned(next), [0, 2, 4, 5, 6]);
  assert.equal(await again('uncertain'), 1);
});

test('receiving domains are returned in the order of the request, with null for deleted recipients', async () => {
  assert.deepEqual(await readDomains(service.db, [keys[1]!, 0, keys[0]!]), [
    { subscriber_key: keys[1], domain: 'example.org' },
    { subscriber_key: 0, domain: null },
    { subscriber_key: keys[0], domain: 'example.org' },
  ]);
});

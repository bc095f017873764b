import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/database/connect.ts';
import { createLog } from '../../platform/log.ts';
import { ledgerOf, sendEmail, untilStatus } from '../../testing/ledger.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { leaseChunk, releaseChunk } from '../ledger/chunks.ts';
import { findDiscrepancies } from '../ledger/counts.ts';

// These tests use a mail server that does not answer for some recipients, or for any, for as long as a test likes.
let service: TestService;
let answered: PromiseWithResolvers<void>;
const lines: string[] = [];
before(async () => {
  const log = createLog('warn', { write: line => void lines.push(line) });
  service = await startTestService({
    works: true,
    log,
    env: { SMTP_PATIENCE_SECONDS: '1' }, // so a pass without outcomes is given up after three
    smtp: { limits: { patience: 300 } },
  });
});
after(() => service.stop());
afterEach(async () => {
  answered.resolve();
  service.sink.treat = () => ({});
  await service.db.deleteFrom('subscribers').execute();
  service.sink.accepted.length = 0;
});

/** Makes the server leave only recipients whose address begins like this without an answer. */
function hold(begins: string): void {
  answered = Promise.withResolvers();
  service.sink.treat = to => (to.startsWith(begins) ? { before_dot: answered.promise } : {});
}

async function subscribe(addresses: string[]): Promise<void> {
  for (const email_address of addresses)
    assert.equal(
      (await service.api('POST', '/v1/subscribers', { email_address, type: 'regular' })).status,
      201,
    );
}

/** Makes the mail server answer, and asserts that everybody gets one copy. */
async function finish(id: string, count: number): Promise<void> {
  answered.resolve();
  service.sink.treat = () => ({});
  await untilStatus(service, id, 'sent');
  await until('all outcomes', async () => (await ledgerOf(service.db, id)).accepted === count);
  assert.equal(service.sink.accepted.length, count);
  assert.equal(new Set(service.sink.accepted.map(({ to }) => to)).size, count, 'nobody twice');
}

test('a receiving server that hangs delays nobody else of the email, and progress names it', async () => {
  await subscribe(
    Array.from({ length: 120 }, (_, n) =>
      n % 2 ? `fine${n}@fine${n % 7}.example` : `slow${n}@hangs.example`,
    ),
  );
  hold('slow');
  const id = await sendEmail(service, 'Hanging domain');
  await until('the others are served', async () => (await ledgerOf(service.db, id)).accepted === 60);
  const { body } = await service.api('GET', `/v1/emails/${id}/progress`);
  const wait = body.waits.find(({ reason }: { reason: string }) => reason === 'mail_server');
  assert.match(
    wait.detail,
    /a message .* for hangs\.example .* Messages waiting like this: \d+\. Others continue\./,
  );
  assert.match(wait.words, /takes long to answer/);
  const slowed = await service.db
    .selectFrom('sending_budgets')
    .select('scope')
    .where('strikes', '>', 0)
    .execute();
  assert.deepEqual(slowed, [{ scope: 'hangs.example' }]);
  await service.db.deleteFrom('sending_budgets').execute(); // its hold
  await finish(id, 120);
});

test('messages that are not answered delay nobody else of their chunk, however long a pass takes', async () => {
  await subscribe(Array.from({ length: 500 }, (_, n) => `${n < 12 ? 'held' : 'fine'}${n}@chunk.example`));
  hold('held');
  const { treat } = service.sink;
  service.sink.treat = to => (to.startsWith('held') ? treat(to) : { before_dot: sleep(150) });
  const id = await sendEmail(service, 'Long pass');
  await until('the others are served', async () => (await ledgerOf(service.db, id)).accepted === 488);
  await finish(id, 500);
});

test('a chunk without any outcome is given back: those who may have left are uncertain until they have one', async () => {
  await subscribe(Array.from({ length: 100 }, (_, n) => `all${n}@silent.example`));
  hold('all');
  const id = await sendEmail(service, 'Silence');
  const given = await until('it is given back', async () => {
    const ledger = await ledgerOf(service.db, id);
    return (ledger.uncertain ?? 0) > 0 && ledger;
  });
  assert.ok(given.uncertain! <= 40, `only those who may have left: ${given.uncertain}`);
  assert.equal(given.uncertain! + given.planned!, 100);
  assert.match(lines.join(''), /nobody in a chunk was served for 3 seconds/);
  const { body } = await service.api('GET', `/v1/emails/${id}/progress`);
  assert.equal(body.waits[0].reason, 'mail_server');
  await finish(id, 100);
});

test('a worker that lost its lease makes nobody uncertain whose message did not leave', async () => {
  await subscribe(Array.from({ length: 40 }, (_, n) => `lost${n}@lease.example`));
  hold('lost');
  const id = await sendEmail(service, 'Lost lease');
  let waiting = 0;
  const treat = service.sink.treat;
  service.sink.treat = to => {
    waiting += 1;
    return treat(to);
  };
  await until('ten messages are on the wire', async () => waiting >= 10);
  service.sink.treat = treat;
  const other = await inTransaction(service.db, async trx => {
    await sql`update delivery_chunks set lease_until = now() - interval '1 second' where lease is not null`.execute(
      trx,
    );
    return leaseChunk(trx, 60);
  });
  assert.ok((await ledgerOf(service.db, id)).uncertain! > 10, 'more than those on the wire');
  service.sink.before = verb => (verb === 'CONNECT' || verb === 'MAIL' ? 'hang up' : undefined);
  answered.resolve();
  const ledger = await until('nobody is uncertain', async () => {
    const ledger = await ledgerOf(service.db, id);
    return !ledger.uncertain && ledger;
  });
  assert.equal(ledger.accepted! + ledger.planned!, 40);
  service.sink.before = () => undefined;
  await releaseChunk(service.db, other!);
  await finish(id, 40);
  assert.deepEqual(await findDiscrepancies(service.db), []);
});

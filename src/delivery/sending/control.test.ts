import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { sql } from 'kysely';
import { createLog } from '../../platform/log.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { openBreaker } from './breaker.ts';
import { type Control, startControl } from './control.ts';

let service: TestService;
let control: Control;
before(async () => {
  service = await startTestService();
  const breaker = openBreaker({ policy_percent: 5, complaints_percent: 0.3 });
  control = startControl(service.db, createLog('silent'), breaker);
});
after(async () => {
  await control.stop();
  mock.restoreAll();
  await service.stop();
});

/** Adds an email in flight that 1000 people have got and `complaints` of them complained about. */
async function fly(subject: string, complaints: number): Promise<{ id: string; key: number }> {
  const { id } = (await service.api('POST', '/v1/emails', { subject, status: 'draft' })).body;
  const { key } = await service.db
    .updateTable('emails')
    .set({ status: 'in_flight' })
    .where('id', '=', id)
    .returning('key')
    .executeTakeFirstOrThrow();
  await service.db
    .insertInto('delivery_chunks')
    .values({ email_key: key, first_key: 1, last_key: 1000, accepted: 1000, planned: 500, complaints })
    .execute();
  return { id, key };
}

test('only the email with a surge of complaints is paused, and once it is resumed only new complaints count', async () => {
  const [bad, good] = [await fly('Bad', 5), await fly('Good', 2)];
  const watches = [await control.watch(bad.key), await control.watch(good.key)];
  const real = performance.now.bind(performance);
  mock.method(performance, 'now', () => real() + 11_000);
  await until('it stops', async () => watches[0]!.signal.aborted);
  const { body } = await service.api('GET', `/v1/emails/${bad.id}/progress`);
  assert.deepEqual(
    [body.status, body.paused.by, body.paused.reason],
    ['in_flight', 'service', '5 of 1,000 recipients have complained (BREAKER_COMPLAINTS_PERCENT).'],
  );
  assert.equal(
    (await service.api('GET', `/v1/emails/${bad.id}`)).body.status_reason,
    `Paused by service. ${body.paused.reason}`,
  );
  assert.equal(watches[1]!.signal.aborted, false);
  for (const watch of watches) watch.end();

  await service.api('POST', `/v1/emails/${bad.id}/resume`);
  const [email] = await sql<{
    complaints_known: number;
  }>`select complaints_known from emails where key = ${bad.key}`
    .execute(service.db)
    .then(({ rows }) => rows);
  assert.equal(email!.complaints_known, 5);
});

test('a process learns of pauses and slowed domains from other processes', async () => {
  const { id, key } = await fly('Elsewhere', 0);
  await sql`
    insert into sending_budgets (scope, token_date, turn_date, strikes, hold_until)
    values ('strict.example', now(), now(), 1, now()), ('calm.example', now(), now(), 0, null)`.execute(
    service.db,
  );
  const { signal, end } = await control.watch(key);
  await service.api('POST', `/v1/emails/${id}/pause`);
  await until('it stops', async () => signal.aborted);
  assert.deepEqual([...control.slowed], ['strict.example']);
  end();
  await sql`update sending_budgets set strikes = 0`.execute(service.db);
  mock.restoreAll();
  const real = performance.now.bind(performance);
  mock.method(performance, 'now', () => real() + 60_000);
  (await control.watch(key)).end();
  assert.deepEqual([...control.slowed], []);
});

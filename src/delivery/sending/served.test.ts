import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { rememberOutcomes, writeLostOutcomes } from './served.ts';
import { startSending } from './start.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('an outcome that the database has lost is written again, even if the database fails at first', async () => {
  const { api, db, log } = service;
  await api('POST', '/v1/subscribers', { email_address: 'ada@example.org', type: 'regular' });
  const { id } = (await api('POST', '/v1/emails', { subject: 'Lost', body: 'Hello' })).body;
  await startSending({ ...service, wake: () => {} }, id);
  const { rows } = await sql<{ email_key: number; first_key: number }>`
    select email_key, first_key from delivery_chunks join emails on key = email_key where id = ${id}`.execute(
    db,
  );
  const chunk = rows[0]!;
  const outcome = { subscriber_key: chunk.first_key, status: 'accepted' as const, reply: '250 OK' };
  rememberOutcomes(db, id, chunk, [outcome]);

  await sql`alter table rewritten_outcomes rename to away`.execute(db);
  let failures = 0;
  const warn = () => {
    failures += 1;
  };
  const hearing = { ...log, warn } as unknown as typeof log;
  const writing = writeLostOutcomes(db, { log: hearing, stopping: () => false });
  await until('it has failed', async () => failures > 0);
  assert.equal(await statusOf(chunk.email_key), 'planned', 'all or nothing');
  await sql`alter table away rename to rewritten_outcomes`.execute(db);
  assert.equal(await writing, 1);
  assert.equal(await statusOf(chunk.email_key), 'accepted');
  assert.equal(await writeLostOutcomes(db, { log, stopping: () => false }), 0);
});

async function statusOf(email_key: number): Promise<string> {
  const { rows } = await sql<{ status: string }>`
    select status from deliveries where email_key = ${email_key}`.execute(service.db);
  return rows[0]!.status;
}

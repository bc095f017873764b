import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { holdTransaction } from '../../testing/barriers.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { bounded } from './bounded.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const settings = sql<{ limit: string }>`select current_setting('statement_timeout') as limit`;

test('a lookup that takes too long is refused, and its transaction continues', async () => {
  await service.db.transaction().execute(async trx => {
    await sql`create temporary table traces (word text) on commit drop`.execute(trx);
    const slow = bounded(trx, 50, async inside => {
      await sql`insert into traces values ('left behind')`.execute(inside);
      await sql`select pg_sleep(60)`.execute(inside);
    });
    await assert.rejects(slow, { code: 'filter_too_slow' });
    const { rows } = await sql`select * from traces`.execute(trx);
    assert.deepEqual(rows, []);
    assert.equal((await settings.execute(trx)).rows[0]?.limit, '0', 'the limit applies only to the lookup');
    assert.equal(await bounded(trx, 60_000, async () => 'found'), 'found');
    assert.equal((await settings.execute(trx)).rows[0]?.limit, '0');
  });
});

test('an email whose audience is not found in time is not sent, and no search runs longer', async () => {
  const condition = { field: 'subscriber.opened_with_machines.last.5', operator: 'greater_than', value: '1' };
  const post = (path: string, body: object) => service.api('POST', path, body);
  await using _held = await holdTransaction(service.db, trx =>
    sql`lock table hits, delivery_chunks in access exclusive mode`.execute(trx),
  );
  const sending = { subject: 'Slow', body: 'Text', filters: [condition] };
  for (const answer of [
    await post('/v1/subscribers/search', { filters: [condition] }),
    await post('/v1/audience/explain', { filters: [condition] }),
    await post('/v1/emails', sending),
    await service.api('GET', '/v1/subscribers?open_rate__start=0'),
    await service.api('GET', '/v1/subscribers?ordering=-click_rate'),
    await post('/v1/bulk_actions', {
      type: 'unsubscribe_subscribers',
      metadata: { ids: ['all'], parameters: { filters: [condition] } },
    }),
  ])
    assert.deepEqual([answer.status, answer.body.code], [400, 'filter_too_slow'], answer.text);
  assert.equal((await service.api('GET', '/v1/emails')).body.count, 0);
  assert.equal(
    (await post('/v1/emails', { ...sending, status: 'draft' })).status,
    201,
    'a draft may be saved',
  );
});

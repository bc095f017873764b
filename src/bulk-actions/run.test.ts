import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { bulkContext, tally } from '../testing/bulk.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { runBulkActions } from './run.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('the ids as sent, up to ten thousand, are not read again for each item', async () => {
  const metadata = { ids: ['nobody', 'nothing', 'nowhere'] };
  const { body } = await service.api('POST', '/v1/bulk_actions', { type: 'send_reminders', metadata });
  let read = 0;
  const db = service.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      read += result.rows.filter(row => 'metadata' in row).length;
      return result;
    },
  });
  await runBulkActions(db, bulkContext(service), service.newsletter.key);
  assert.equal(tally((await service.api('GET', `/v1/bulk_actions/${body.id}`)).body), '0/0/3');
  assert.equal(read, 1); // when it ends
});

test('a worker that finds the action locked schedules another look, as the lock may outlive a dead worker', async () => {
  const { db, newsletter } = service;
  const metadata = { ids: ['nobody'] };
  const { body } = await service.api('POST', '/v1/bulk_actions', { type: 'delete_tags', metadata });
  await sql`delete from pgboss.job where name = 'run_bulk_actions'`.execute(db);
  await db.transaction().execute(async trx => {
    await trx.selectFrom('bulk_actions').selectAll().where('id', '=', body.id).forUpdate().execute();
    await runBulkActions(db, bulkContext(service), newsletter.key);
  });
  const { rows } = await sql<{ soon: boolean }>`
    select start_after between now() and now() + interval '1 minute' as soon from pgboss.job
    where name = 'run_bulk_actions' and state = 'created'`.execute(db);
  assert.deepEqual(rows, [{ soon: true }]);
  assert.equal((await service.api('GET', `/v1/bulk_actions/${body.id}`)).body.status, 'not_started');
});

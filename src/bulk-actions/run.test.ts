import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bulkContext, runBulkActions, tally } from '../testing/bulk.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { runBulkAction } from './run.ts';

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
  await runBulkActions(db, bulkContext, service.newsletter.key);
  assert.equal(tally((await service.api('GET', `/v1/bulk_actions/${body.id}`)).body), '0/0/3');
  assert.equal(read, 1); // when it ends
});

test('a worker that finds the action locked looks again later, as the lock may outlive a dead worker', async () => {
  const { db } = service;
  const metadata = { ids: ['nobody'] };
  const { body } = await service.api('POST', '/v1/bulk_actions', { type: 'delete_tags', metadata });
  await db.transaction().execute(async trx => {
    await trx.selectFrom('bulk_actions').selectAll().where('id', '=', body.id).forUpdate().execute();
    assert.equal(typeof (await runBulkAction(db, bulkContext, body.id)), 'number');
  });
  assert.equal((await service.api('GET', `/v1/bulk_actions/${body.id}`)).body.status, 'not_started');
});

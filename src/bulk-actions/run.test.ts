import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bulkContext, tally } from '../testing/bulk.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { runBulkActions } from './run.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('the ids that were sent are not read again with each item, of which there may be ten thousand', async () => {
  const metadata = { ids: ['nobody', 'nothing', 'nowhere'] };
  const { body } = await service.api('POST', '/v1/bulk_actions', { type: 'send_reminders', metadata });
  const read = new Set<string>();
  const db = service.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      for (const column of result.rows.flatMap(Object.keys)) read.add(column);
      return result;
    },
  });
  await runBulkActions(db, bulkContext(service), service.newsletter.key);
  assert.equal(tally((await service.api('GET', `/v1/bulk_actions/${body.id}`)).body), '0/0/3');
  assert.ok(read.has('settings'));
  assert.ok(!read.has('metadata'));
});

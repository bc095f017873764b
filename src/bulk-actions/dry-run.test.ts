import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { RootOperationNode } from 'kysely';
import { everything } from '../accounts/permissions.ts';
import { newId } from '../platform/ids.ts';
import { bulkContext, tally } from '../testing/bulk.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { forecast } from './dry-run.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const people = 1000;

test('a dry run of a one-by-one action takes few steps and does not nest savepoints across groups', async () => {
  let statements = 0;
  let depth = 0;
  let deepest = 0;
  const db = service.db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      const text = rawText(node);
      if (text.startsWith('savepoint')) depth += 1;
      if (text.startsWith('release savepoint')) depth -= 1;
      deepest = Math.max(deepest, depth);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const ids = Array.from({ length: people }, (_, place) => `nobody ${place}`);
  const request = { type: 'send_reminders' as const, metadata: { ids, dry_run: true } };
  const caller = { newsletter: service.newsletter, permissions: everything, by: newId() };
  const { action } = await forecast(db, bulkContext, caller, request);
  assert.equal(tally(action), `0/0/${people}`);
  assert.ok(deepest > 0 && deepest <= 3, `${deepest} savepoints deep`);
  assert.ok(statements < people / 2, `${statements} statements`);
});

function rawText(node: RootOperationNode): string {
  return node.kind === 'RawNode' ? (node.sqlFragments[0] ?? '') : '';
}

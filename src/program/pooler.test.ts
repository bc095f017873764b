import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { connectDatabase } from '../platform/database/connect.ts';
import { createLog } from '../platform/log.ts';
import { createEmptyDatabase, execute } from '../testing/database.ts';
import { openPooled } from '../testing/pooled.ts';
import { isRoleSettled, settleWithPooler } from './pooler.ts';

test('behind a pooler, the role gets the settings that the sessions need', async t => {
  const { direct_url: url, drop } = await createEmptyDatabase();
  t.after(drop);
  await execute(
    url,
    `do $$ begin execute format('alter database %I set timezone = ''Asia/Tokyo''', current_database()); end $$`,
  );
  await using pooler = await openPooled(url);
  const open = () => connectDatabase(pooler.url, { size: 1, on_error: () => {} });
  const db = open();
  t.after(() => db.destroy());
  assert.equal(await isRoleSettled(db), false);
  await settleWithPooler(db, { log: createLog('silent'), is_listening: false });
  const later = open();
  t.after(() => later.destroy());
  assert.equal(await isRoleSettled(later), true);
  assert.deepEqual((await sql`show jit`.execute(later)).rows, [{ jit: 'off' }]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createEmptyDatabase, execute } from '../../testing/database.ts';
import { connectDatabase } from './connect.ts';

test('PostgreSQL does not compile statements just in time, even if the settings of the database ask for it', async t => {
  const { direct_url: url, drop } = await createEmptyDatabase();
  t.after(drop);
  await execute(
    url,
    `do $$ begin execute format('alter database %I set jit = on', current_database()); end $$`,
  );
  const db = connectDatabase(url, { size: 1, on_error: () => {} });
  t.after(() => db.destroy());
  const { rows } = await sql<{ jit: string }>`show jit`.execute(db);
  assert.deepEqual(rows, [{ jit: 'off' }]);
});

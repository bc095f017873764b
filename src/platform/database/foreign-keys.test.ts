import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../testing/database.ts';
import { connectDatabase } from './connect.ts';

test('every foreign key has an index, so that deleting the row it refers to is fast', async () => {
  const database = await createTestDatabase();
  const db = connectDatabase(database.url, { size: 1, on_error: () => {} });
  try {
    const { rows } = await sql`
      select conrelid::regclass::text as table, conname as foreign_key from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
        select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
          and (indpred is null or pg_get_expr(indpred, indrelid) like '%IS NOT NULL%')
      )
      order by 1, 2`.execute(db);
    assert.deepEqual(rows, []);
  } finally {
    await db.destroy();
    await database.drop();
  }
});

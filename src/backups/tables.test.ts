import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { connectDatabase } from '../platform/database/connect.ts';
import { createTestDatabase } from '../testing/database.ts';
import { tables } from './tables.ts';

test('the list says for every table whether a backup holds its rows', async () => {
  const database = await createTestDatabase();
  const db = connectDatabase(database.url, { size: 1, on_error: () => {} });
  try {
    const { rows } = await sql<{ name: string; unlogged: boolean }>`
      select relname as name, relpersistence = 'u' as unlogged from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`.execute(
      db,
    );
    assert.deepEqual(
      Object.keys(tables),
      rows.map(({ name }) => name),
      'add the table to src/backups/tables.ts, and say whether its rows belong in a backup',
    );
    for (const { name, unlogged } of rows)
      if (unlogged) assert.equal(tables[name], 'structure', `${name} loses its rows in a crash as well`);
  } finally {
    await db.destroy();
    await database.drop();
  }
});

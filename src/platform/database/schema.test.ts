import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { generateSchema, schemaFile } from '../../../scripts/schema.ts';
import { createEmptyDatabase } from '../../testing/database.ts';
import { connectDatabase } from './connect.ts';
import { migrateToLatest } from './migrate.ts';

test('schema.ts matches what the migrations create', async t => {
  const database = await createEmptyDatabase();
  t.after(database.drop);
  const db = connectDatabase(database.url, { size: 1, on_error: () => {} });
  await migrateToLatest(db).finally(() => db.destroy());
  assert.equal(
    await readFile(schemaFile, 'utf8'),
    await generateSchema(database.url),
    'run: npm run generate',
  );
});

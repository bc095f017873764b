import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { generateSchema, schemaFile } from '../../../scripts/schema.ts';
import { createTestDatabase } from '../../testing/database.ts';

test('schema.ts says what the migrations make', async t => {
  const database = await createTestDatabase();
  t.after(database.drop);
  assert.equal(
    await readFile(schemaFile, 'utf8'),
    await generateSchema(database.url),
    'run: npm run generate',
  );
});

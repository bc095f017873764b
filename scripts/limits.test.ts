import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { generateLimits, limitsFile } from './limits.ts';
import { openapiFile } from './openapi.ts';

test('web/src/platform/limits.ts matches the document (npm run generate writes it)', async () => {
  assert.equal(await readFile(limitsFile, 'utf8'), generateLimits(await readFile(openapiFile, 'utf8')));
});

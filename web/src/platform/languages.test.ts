import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nameOf, others, spoken } from './languages.ts';

test('the languages that the dashboard lists as spoken are those with files of words', () => {
  const files = readdirSync(join(import.meta.dirname, '../../../themes/default/words'));
  const names = files.map(file => file.replace('.json', '')).filter(name => !name.endsWith('-formal'));
  assert.deepEqual(spoken.toSorted(), names.toSorted());
});

test('each language has a name', () => {
  for (const tag of [...spoken, ...others]) assert.notEqual(nameOf(tag), tag);
  assert.equal(nameOf('de-AT'), 'Austrian German');
  assert.equal(nameOf(''), '');
});

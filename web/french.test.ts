import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOf } from './words-of.ts';

test('no line of the French dashboard ends with the "e-" of an email', async () => {
  const broken = [...(await wordsOf('fr'))].filter(([, text]) => /\b[Ee]-mail/.test(text));
  assert.deepEqual(broken, [], 'write it with a non-breaking hyphen (U+2011)');
});

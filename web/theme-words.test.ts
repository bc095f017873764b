import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { look as german } from './src/words/de/look.ts';
import { look as spanish } from './src/words/es/look.ts';
import { look as french } from './src/words/fr/look.ts';

test('each of our own themes is described in every language, and any other in its own words', () => {
  for (const name of ['default', 'grid', 'letter', 'plain']) {
    const file = new URL(`../themes/${name}/theme.json`, import.meta.url);
    const { description } = JSON.parse(readFileSync(file, 'utf8'));
    for (const { theme } of [german, french, spanish])
      assert.notEqual(theme.described(description), description, name);
  }
  assert.equal(german.theme.described('My own.'), 'My own.');
});

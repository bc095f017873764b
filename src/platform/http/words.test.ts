import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineOf, textOf } from './words.ts';

test('typed text loses characters that cannot be stored or seen, and is cut to the allowed length', () => {
  assert.equal(lineOf('  a\0b\r\n\tc\x1b[31m  d ', 100), 'ab c[31m d');
  assert.equal(textOf(' two\r\nlines\0 ', 100), 'two\nlines');
  assert.equal(lineOf('x'.repeat(10_000_000), 5), 'xxxxx');
  assert.equal(lineOf('aaaa🎉', 5), 'aaaa\ufffd', 'half a character becomes a replacement character');
  for (const given of [undefined, null, 7, {}, ['a']]) assert.equal(lineOf(given, 10), '');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { clearable, line, metadata, text, timestampInput, webAddress } from './fields.ts';

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

test('a timestamp comes out in UTC with milliseconds, whatever its offset', () => {
  for (const [given, stored] of [
    ['2026-11-20T09:00:00Z', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T09:00:00.123456Z', '2026-11-20T09:00:00.123Z'],
    ['2026-11-20T09:00:00+05:30', '2026-11-20T03:30:00.000Z'],
    ['2026-11-20T23:00:00-11:00', '2026-11-21T10:00:00.000Z'],
    ['2026-11-20T09:00:00', '2026-11-20T09:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ] as const) {
    assert.equal(timestampInput.parse(given), stored, given);
  }
});

test('text that is not a timestamp, or one that the database does not support, is refused', () => {
  for (const bad of [
    '',
    'tomorrow',
    '2026-11-20',
    '2026-02-29T00:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T09:00Z',
    '2026-11-20 09:00:00Z',
    '0000-12-31T23:59:59Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '10000-01-01T00:00:00Z',
    1_800_000_000,
    null,
  ]) {
    assert.ok(!accepts(timestampInput, bad), String(bad));
  }
});

test('a line contains no control character and no line break of any kind', () => {
  for (const character of ['\r', '\n', '\t', '\0', '\x7f', '\x85', '\u2028', '\u2029']) {
    assert.ok(!accepts(line(10), `a${character}b`), JSON.stringify(character));
    assert.ok(accepts(text(10), `a${character}b`), JSON.stringify(character));
  }
  assert.ok(accepts(line(10), 'größe 🎉'));
  assert.ok(accepts(line(10), 'x'.repeat(10)));
  assert.ok(!accepts(line(10), 'x'.repeat(11)));
});

test('a web address is empty, or absolute http or https without white space', () => {
  for (const good of ['', 'https://example.org', 'http://localhost:80/a?b#c', 'https://bücher.example/ü']) {
    assert.ok(accepts(webAddress, good), good);
  }
  for (const bad of [
    'example.org',
    '/path',
    '//example.org/x',
    'ftp://example.org',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
    'https://exa mple.org',
    'https://example.org/\r\nX: y',
    ' https://example.org',
    'https://example.org/a b',
    `https://example.org/${'x'.repeat(2000)}`,
  ]) {
    assert.ok(!accepts(webAddress, bad), bad);
  }
});

test('metadata is any JSON object', () => {
  for (const good of [{}, { a: { b: [1, null, 'x'] } }, { 'a/b': 1, '': 2 }])
    assert.ok(accepts(metadata, good));
  for (const bad of [[], 'x', 1, true, null]) assert.ok(!accepts(metadata, bad), JSON.stringify(bad));
});

test('in PATCH a missing field is unchanged and null clears it', () => {
  const patch = z.object({ note: clearable(text(5), '') });
  assert.deepEqual(patch.parse({}), {});
  assert.deepEqual(patch.parse({ note: null }), { note: '' });
  assert.deepEqual(patch.parse({ note: 'x' }), { note: 'x' });
});

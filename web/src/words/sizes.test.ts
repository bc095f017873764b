import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitOf, sizeOf } from '../../../src/platform/sentences/counted.ts';
import { sizeIn } from './sizes.ts';

test('a size written by the service is said in the language of the page, and other texts are left alone', () => {
  const sizes = [sizeOf(512), sizeOf(25.3e6), limitOf(25 * 2 ** 20), limitOf(30_001)];
  const saidIn = (language: string) =>
    sizes.map(size => sizeIn(language, size)?.replaceAll(/[\u00a0\u202f]/g, ' '));
  assert.deepEqual(saidIn('en'), ['512 bytes', '25.3 MB', '25 MiB', '30,001 bytes']);
  assert.deepEqual(saidIn('de'), ['512 Byte', '25,3 MB', '25 MiB', '30.001 Byte']);
  assert.deepEqual(saidIn('fr'), ['512 octets', '25,3 Mo', '25 Mio', '30 001 octets']);
  assert.deepEqual(saidIn('es'), ['512 bytes', '25,3 MB', '25 MiB', '30.001 bytes']);
  for (const other of ['12 MB and more', 'MB', '3 people', undefined, { code: 'x' }])
    assert.equal(sizeIn('de', other), undefined);
});

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { inProgram } from './platform/root.ts';

const text = readFileSync(inProgram('ARCHITECTURE.md'), 'utf8');
const walks = text.match(/^The files in this order:(.+\n)+/gm) ?? [];

test('ARCHITECTURE follows a request, a feed item, a bounce and a click through files that exist', () => {
  assert.equal(walks.length, 4);
  for (const walk of walks) {
    let folder = '';
    for (const [, name = ''] of walk.matchAll(/`([\w/-]+)`/g)) {
      // A name continues in the folder of the one before it, or in a room next to that.
      const places = [folder, dirname(folder), ''].map(place => join(place, name));
      const place = places.find(place => existsSync(inProgram(`src/${place}.ts`)));
      assert.ok(place ?? existsSync(inProgram(`src/${name}`)), `${name} is missing`);
      folder = place ? dirname(place) : name;
    }
  }
});

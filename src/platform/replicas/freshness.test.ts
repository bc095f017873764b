import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshnessOf, nothingKnown } from './freshness.ts';

const probes = [
  { mark: 'a', at: 1000 },
  { mark: 'b', at: 2000 },
  { mark: 'c', at: 3000 },
];

test('a replica has everything that was committed before the newest probe it shows, and lacks something since the next one', () => {
  assert.deepEqual(freshnessOf(probes, 'a'), { complete_until: 1000, lacking_since: 2000 });
  assert.deepEqual(freshnessOf(probes, 'c'), { complete_until: 3000, lacking_since: undefined });
});

test('nothing is known about a replica that shows no probe, or one that is forgotten or foreign', () => {
  assert.deepEqual(freshnessOf(probes, undefined), nothingKnown);
  assert.deepEqual(freshnessOf(probes, 'x'), nothingKnown);
  assert.deepEqual(freshnessOf([], 'a'), nothingKnown);
});

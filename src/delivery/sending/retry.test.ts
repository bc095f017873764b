import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextRetry } from './retry.ts';

const begun = new Date('2026-11-20T09:00:00Z');
const policy = { hours: 72, random: () => 0.5 };
const chunk = (passes: number, added_date: string | null = null) => ({ passes, added_date });
const email = { publish_date: begun.toISOString() };

test('gaps between attempts double from five minutes up to four hours', () => {
  const minutes = [0, 1, 2, 3, 4, 5, 6, 10, 1000].map(
    passes => (nextRetry(policy, chunk(passes), email, begun)!.getTime() - begun.getTime()) / 60_000,
  );
  assert.deepEqual(minutes, [5, 10, 20, 40, 80, 160, 240, 240, 240]);
});

test('a gap is up to a fifth shorter or longer, so that retries do not come together', () => {
  const gap = (random: number) =>
    nextRetry({ hours: 72, random: () => random }, chunk(0), email, begun)!.getTime() - begun.getTime();
  assert.deepEqual([gap(0), gap(1)], [240_000, 360_000]);
});

test('a delivery is given up after the hours of the policy', () => {
  assert.equal(nextRetry(policy, chunk(9), email, new Date('2026-11-23T06:00:00Z')), null);
  assert.notEqual(nextRetry(policy, chunk(9), email, new Date('2026-11-23T04:59:00Z')), null);
});

test('a recipient added later is retried for the same time from then on', () => {
  const added = chunk(9, '2026-11-23T06:00:00.000Z');
  assert.notEqual(nextRetry(policy, added, email, new Date('2026-11-23T06:00:00Z')), null);
  assert.equal(nextRetry(policy, added, email, new Date('2026-11-26T06:00:00Z')), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gapAfter, restAfter, wholeSchedule } from './schedule.ts';

test('there are ten attempts: immediately and after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, each up to a tenth later', () => {
  const attempts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const seconds = (random: number) =>
    attempts.map(attempt => (gapAfter(attempt, () => random) ?? Number.NaN) / 1000);
  const hour = 3600;
  const schedule = [5, 300, 1800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour, Number.NaN];
  assert.deepEqual(seconds(0), schedule);
  assert.deepEqual(
    seconds(1),
    schedule.map(gap => gap + gap / 10),
  );
  assert.equal(wholeSchedule / 1000, 272_105);
});

test('the pause given to a failing endpoint never delays the next attempt of its first event', () => {
  let failing = 0;
  for (let attempt = 1; attempt < 10; attempt += 1) {
    const gap = gapAfter(attempt, () => 0)!;
    assert.ok(restAfter(failing) <= gap, `after attempt ${attempt}`);
    failing += gap;
  }
});

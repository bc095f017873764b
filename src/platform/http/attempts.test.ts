import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAttempts } from './attempts.ts';

const clockAt = (time: { now: number }) => () => new Date(time.now);

test('each name has a fixed number of attempts per hour', () => {
  const time = { now: 0 };
  const attempts = openAttempts(3, clockAt(time));
  assert.deepEqual(
    ['a', 'a', 'b', 'a', 'a', 'b'].map(name => attempts.take(name)),
    [true, true, true, true, false, true],
  );
  time.now = 3_599_999;
  assert.equal(attempts.take('a'), false);
  time.now = 3_600_000;
  assert.equal(attempts.take('a'), true);
});

test('a million names use no more memory than the number that is kept', () => {
  const attempts = openAttempts(1, clockAt({ now: 0 }), 100);
  for (let name = 0; name < 1_000_000; name += 1) attempts.take(`n${name}`);
  assert.equal(attempts.take('n999999'), false, 'the newest are remembered');
  assert.equal(attempts.take('n0'), true, 'the oldest are forgotten');
});

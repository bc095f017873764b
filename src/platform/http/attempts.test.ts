import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf, openAttempts } from './attempts.ts';

const clockAt = (time: { now: number }) => () => new Date(time.now);

test('so many tries of an hour are taken and no more, each name for itself', () => {
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

test('a million names take no more memory than the number that is kept', () => {
  const attempts = openAttempts(1, clockAt({ now: 0 }), 100);
  for (let name = 0; name < 1_000_000; name += 1) attempts.take(`n${name}`);
  assert.equal(attempts.take('n999999'), false, 'the newest are known');
  assert.equal(attempts.take('n0'), true, 'the oldest are forgotten');
});

test('neighbours are one network, and IPv4 in the clothes of IPv6 is IPv4', () => {
  assert.equal(networkOf('192.0.2.1'), networkOf('192.0.2.254'));
  assert.equal(networkOf('::ffff:192.0.2.7'), networkOf('192.0.2.1'));
  assert.notEqual(networkOf('192.0.3.1'), networkOf('192.0.2.1'));
  assert.equal(networkOf('2001:db8:1::1'), networkOf('2001:db8:1:ffff::2'));
  assert.notEqual(networkOf('2001:db8:2::1'), networkOf('2001:db8:1::1'));
  assert.equal(networkOf('nonsense'), 'nonsense');
});

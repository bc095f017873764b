import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayRepeat, pause, readRetryAfter, waitBefore } from './patience.ts';

const failed = (status: number, code = 'x', retry_after?: number) => ({ status, code, retry_after });

test('a request that failed on the way is repeated if it changes nothing or has a key, and otherwise not', () => {
  for (const status of [0, 502, 503, 504]) {
    assert.equal(mayRepeat(failed(status), true), true, String(status));
    assert.equal(mayRepeat(failed(status), false), false, String(status));
  }
  for (const status of [400, 401, 403, 404, 409, 412, 500])
    assert.equal(mayRepeat(failed(status), true), false, String(status));
});

test('a request refused for its rate was not performed, so it is repeated; one that is still being performed, only with its key', () => {
  assert.equal(mayRepeat(failed(429), false), true);
  assert.equal(mayRepeat(failed(409, 'idempotency_key_in_progress'), true), true);
  assert.equal(mayRepeat(failed(429, 'rate_limited', 61), true), false, 'longer than the client waits');
});

test('waits grow up to twenty seconds, differ by chance, and are never shorter than Retry-After', () => {
  assert.deepEqual(
    [1, 2, 3, 9].map(failures => waitBefore(failures, undefined, 1)),
    [500, 1000, 2000, 20_000],
  );
  assert.equal(waitBefore(1, undefined, 0), 250);
  assert.equal(waitBefore(1, 7, 0), 7000);
  assert.equal(waitBefore(1, 7, 1), 7700);
  assert.equal(waitBefore(9, 1, 0), 10_000, 'a short Retry-After does not make waits shorter');
});

test('Retry-After is a number of seconds or a date', () => {
  const now = Date.parse('2026-11-29T07:00:00Z');
  assert.equal(readRetryAfter('12', now), 12);
  assert.equal(readRetryAfter('Sun, 29 Nov 2026 07:00:30 GMT', now), 30);
  assert.equal(readRetryAfter('Sun, 29 Nov 2026 06:00:00 GMT', now), 0);
  assert.equal(readRetryAfter('soon', now), undefined);
  assert.equal(readRetryAfter(null, now), undefined);
});

test('a signal ends a wait', async () => {
  const stop = new AbortController();
  const waiting = pause(3_600_000, stop.signal);
  stop.abort(new Error('enough'));
  await assert.rejects(waiting, /enough/);
  await assert.rejects(pause(3_600_000, stop.signal), /enough/);
});

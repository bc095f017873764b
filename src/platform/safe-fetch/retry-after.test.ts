import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRetryAfter } from './retry-after.ts';

const now = new Date('2026-11-20T12:00:00Z');
const week = 7 * 24 * 3_600_000;

test('Retry-After is read in seconds and in each of the three date formats', () => {
  for (const [text, time] of [
    ['120', '2026-11-20T12:02:00.000Z'],
    [' 0 ', '2026-11-20T12:00:00.000Z'],
    ['Fri, 20 Nov 2026 13:00:00 GMT', '2026-11-20T13:00:00.000Z'],
    ['Friday, 20-Nov-26 13:00:00 GMT', '2026-11-20T13:00:00.000Z'],
    ['Fri Nov 20 13:00:00 2026', '2026-11-20T13:00:00.000Z'],
  ])
    assert.equal(readRetryAfter(text, now, week)?.toISOString(), time, text);
});

test('Retry-After is never in the past and never later than allowed', () => {
  for (const [text, time] of [
    ['Fri, 20 Nov 2020 13:00:00 GMT', '2026-11-20T12:00:00.000Z'],
    ['604801', '2026-11-27T12:00:00.000Z'],
    ['9'.repeat(400), '2026-11-27T12:00:00.000Z'],
    ['Fri, 20 Nov 2099 13:00:00 GMT', '2026-11-27T12:00:00.000Z'],
  ])
    assert.equal(readRetryAfter(text, now, week)?.toISOString(), time, text);
});

test('an unreadable Retry-After is ignored', () => {
  for (const text of [
    undefined,
    '',
    '-5',
    '1.5',
    'soon',
    'in 5',
    '5 minutes',
    'Fri, 99 Foo 2026 99:99:99 GMT',
  ])
    assert.equal(readRetryAfter(text, now, week), null, text);
});

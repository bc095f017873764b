import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFreshMinutes, readRetryAfter } from './fetch-meaning.ts';

const now = new Date('2026-11-20T12:00:00Z');

test('Retry-After is obeyed in seconds and in each of the three forms of a date', () => {
  for (const [text, time] of [
    ['120', '2026-11-20T12:02:00.000Z'],
    [' 0 ', '2026-11-20T12:00:00.000Z'],
    ['Fri, 20 Nov 2026 13:00:00 GMT', '2026-11-20T13:00:00.000Z'],
    ['Friday, 20-Nov-26 13:00:00 GMT', '2026-11-20T13:00:00.000Z'],
    ['Fri Nov 20 13:00:00 2026', '2026-11-20T13:00:00.000Z'],
  ])
    assert.equal(readRetryAfter(text, now)?.toISOString(), time, text);
});

test('Retry-After is never in the past and never more than 7 days off', () => {
  for (const [text, time] of [
    ['Fri, 20 Nov 2020 13:00:00 GMT', '2026-11-20T12:00:00.000Z'],
    ['604801', '2026-11-27T12:00:00.000Z'],
    ['9'.repeat(400), '2026-11-27T12:00:00.000Z'],
    ['Fri, 20 Nov 2099 13:00:00 GMT', '2026-11-27T12:00:00.000Z'],
  ])
    assert.equal(readRetryAfter(text, now)?.toISOString(), time, text);
});

test('a Retry-After that cannot be read is none', () => {
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
    assert.equal(readRetryAfter(text, now), null, text);
});

test('freshness is max-age less age, in minutes, at most a day', () => {
  for (const [control, age, minutes] of [
    ['max-age=3600', undefined, 60],
    ['public, MAX-AGE = "61"', undefined, 2],
    ['s-maxage=10, max-age=3600', '600', 50],
    ['max-age=31536000', undefined, 1440],
    ['max-age=3600', 'old', 60],
    ['max-age=3600', '4000', null],
    ['max-age=0', undefined, null],
    ['max-age=-5', undefined, null],
    ['s-maxage=3600', undefined, null],
    ['no-cache, max-age=3600', undefined, null],
    ['max-age=3600,no-store', undefined, null],
    ['', undefined, null],
    [undefined, undefined, null],
  ] as const) {
    const headers = { ...(control !== undefined && { 'cache-control': control }), ...(age && { age }) };
    assert.equal(readFreshMinutes(headers), minutes, control);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFreshMinutes } from './fetch.ts';

test('freshness is max-age minus age, in minutes, at most a day', () => {
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

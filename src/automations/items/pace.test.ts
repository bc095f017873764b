import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualItems } from './pace.ts';

const minute = 60_000;
const hour = 60 * minute;
const dates = (count: number, apart: number) =>
  Array.from({ length: count }, (_, at) => new Date(Date.UTC(2026, 0, 1) - at * apart).toISOString());

test('twelve posts between two polls are normal for a feed that published six in the same time before', () => {
  assert.equal(usualItems(10, dates(100, 5 * minute), hour / 2), 14);
  assert.equal(usualItems(10, dates(100, hour), hour / 2), 10);
});

test('the longer since a feed was read, the more posts are normal, up to a day’s worth', () => {
  assert.equal(usualItems(10, dates(500, hour), 6 * hour), 14);
  assert.equal(usualItems(10, dates(500, hour), 24 * hour), 50);
  assert.equal(usualItems(10, dates(500, hour), 30 * 24 * hour), 50);
});

test('a feed that gives all posts the same date is not considered fast', () => {
  assert.equal(usualItems(10, dates(300, 0), hour), 10);
  assert.equal(usualItems(10, [], hour), 10);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupIssues } from './list.ts';

const at = (published_date: string) => ({ published_date });
const groups = (dates: string[], locale = 'en', search = '') =>
  groupIssues(dates.map(at), 'UTC', { locale }, search).map(({ name, issues }) => [name, issues.length]);

test('issues are listed by month, and by year if a page has more than 18 months of them', () => {
  assert.deepEqual(groups(['2026-11-28T09:00:00Z', '2026-11-01T09:00:00Z', '2026-09-01T09:00:00Z']), [
    ['November 2026', 2],
    ['September 2026', 1],
  ]);
  assert.deepEqual(groups(['2026-11-28T09:00:00Z', '2026-02-01T09:00:00Z', '2024-02-01T09:00:00Z']), [
    ['2026', 2],
    ['2024', 1],
  ]);
  assert.deepEqual(groups(['2026-03-28T09:00:00Z'], 'de-formal'), [['März 2026', 1]]);
});

test('search results are one list in their own order', () => {
  assert.deepEqual(groups(['2026-11-28T09:00:00Z', '2020-02-01T09:00:00Z'], 'en', 'tide'), [['', 2]]);
  assert.deepEqual(groups([]), []);
});

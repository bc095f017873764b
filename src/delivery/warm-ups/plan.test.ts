import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, dayOf, startOfDay } from '../../platform/days.ts';
import { allowedOn, proposePlan, type WarmUpPlan } from './plan.ts';
import { lastDayFor } from './waits.ts';

const plan: WarmUpPlan = {
  start_date: '2026-11-20',
  first_day: 100,
  growth: 1.15,
  ceiling: 1000,
  per: 'domain',
  paused_date: null,
};

test('a plan grows each day from its start up to its ceiling, and limits nothing before', () => {
  const allowed = (day: string) => allowedOn(plan, day);
  assert.equal(allowed('2026-11-19'), Number.POSITIVE_INFINITY);
  assert.deepEqual(['2026-11-20', '2026-11-21', '2026-11-22'].map(allowed), [100, 115, 132]);
  assert.equal(allowed('2027-11-20'), 1000);
  assert.equal(allowed('2999-01-01'), 1000, 'growth beyond the largest number');
});

test('a paused plan keeps the number of the day of the pause, or of its first day if it was paused before that', () => {
  assert.equal(allowedOn({ ...plan, paused_date: '2026-11-21' }, '2026-11-21'), 115);
  assert.equal(allowedOn({ ...plan, paused_date: '2026-11-21' }, '2026-12-24'), 115);
  assert.equal(allowedOn({ ...plan, paused_date: '2026-11-01' }, '2026-12-24'), 100);
});

test('a proposed plan lets the largest domain get an issue in one day at its end; a small list needs none', () => {
  assert.equal(proposePlan(20), null);
  assert.deepEqual(proposePlan(10_000), { first_day: 200, growth: 1.5, ceiling: 10_000, per: 'domain' });
  assert.equal(proposePlan(1_000_000)?.first_day, 500);
});

test('days begin at midnight of the newsletter’s time zone, or when the clocks are set forward at midnight, an hour later', () => {
  const hours = (day: string, timezone: string) =>
    (startOfDay(addDays(day, 1), timezone).getTime() - startOfDay(day, timezone).getTime()) / 3_600_000;
  assert.equal(startOfDay('2026-11-20', 'Europe/Berlin').toISOString(), '2026-11-19T23:00:00.000Z');
  assert.equal(hours('2026-03-29', 'Europe/Berlin'), 23);
  assert.equal(hours('2026-10-25', 'Europe/Berlin'), 25);
  const cairo = startOfDay('2026-04-24', 'Africa/Cairo'); // there is no midnight
  assert.equal(dayOf(cairo, 'Africa/Cairo'), '2026-04-24');
  assert.equal(dayOf(new Date(cairo.getTime() - 1), 'Africa/Cairo'), '2026-04-23');
});

test('the day on which the last waiting copy can leave is known in advance', () => {
  const today = {
    plan,
    timezone: 'UTC',
    day: '2026-11-20',
    allowed: 100,
    next_date: new Date(),
    left: () => 0,
  };
  assert.equal(lastDayFor(today, 115)?.toISOString(), '2026-11-21T00:00:00.000Z');
  assert.equal(lastDayFor(today, 116)?.toISOString(), '2026-11-22T00:00:00.000Z');
  assert.equal(lastDayFor(today, 10_000_000), null);
});

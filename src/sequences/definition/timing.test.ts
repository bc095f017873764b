import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Temporal } from 'temporal-polyfill';
import { openDice } from '../../platform/dice.ts';
import { type Delay, dueOf, placeInOrder, quietUntil } from './timing.ts';

const zones = Intl.supportedValuesOf('timeZone');
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const hour = 3_600_000;
const since = Date.UTC(2026, 0, 1);
const span = 5 * 366 * 24 * hour;

const after = (delay: Partial<Delay>) => ({
  time: 'delay' as const,
  delay: { value: '1', unit: 'days' as const, ...delay },
});

/** Returns moments on both sides of each change of a zone's clock in five years, and some others. */
function momentsIn(zone: string, dice: ReturnType<typeof openDice>): Date[] {
  const changes: Date[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(since).toZonedDateTimeISO(zone);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (!next || next.epochMilliseconds > since + span) break;
    for (const hours of [-26, -24.5, -23, -1, -0.25, 0, 0.25, 1])
      changes.push(new Date(next.epochMilliseconds + hours * hour));
    at = next;
  }
  const others = Array.from({ length: 6 }, () => new Date(since + dice.below(span)));
  return [...changes, ...others];
}

function wallAt(moment: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone);
}

test('minutes and hours pass, whatever the clocks do', () => {
  const dice = openDice(21);
  for (const zone of zones)
    for (const anchor of momentsIn(zone, dice)) {
      const value = String(dice.below(200));
      assert.equal(
        dueOf(after({ value, unit: 'hours' }), anchor, zone).getTime() - anchor.getTime(),
        Number(value) * hour,
      );
    }
});

test('days go by on the wall clock: the time stays the same, or comes later by the length of the skip if the clocks skip it', () => {
  const dice = openDice(22);
  for (const zone of zones)
    for (const anchor of momentsIn(zone, dice)) {
      const days = dice.below(40);
      const due = wallAt(dueOf(after({ value: String(days) }), anchor, zone), zone);
      const start = wallAt(anchor, zone);
      const wanted = start.toPlainDateTime().add({ days });
      const what = `${zone} ${anchor.toISOString()} ${days}`;
      if (due.toPlainDateTime().equals(wanted)) continue;
      assert.equal(
        wanted.toZonedDateTime(zone).toPlainDateTime().equals(wanted),
        false,
        `${what}: that time exists`,
      );
      assert.ok(Temporal.PlainDateTime.compare(due.toPlainDateTime(), wanted) > 0, what);
    }
});

test('a time of day is the first such time at or after the end of the delay', () => {
  const dice = openDice(23);
  for (const zone of zones)
    for (const anchor of momentsIn(zone, dice)) {
      const at = ['00:00', '02:30', '09:00', '18:00', '23:59'][dice.below(5)]!;
      const end = dueOf(after({}), anchor, zone);
      const due = dueOf(after({ at }), anchor, zone);
      const what = `${zone} ${anchor.toISOString()} ${at}`;
      assert.ok(due >= end, what);
      assert.ok(due.getTime() - end.getTime() <= 27 * hour, what);
      // A time that the clocks skip is read as if they had not changed yet, which may be on the next day.
      const day = wallAt(due, zone).toPlainDate();
      const times = [0, 1, 2].map(ago => {
        const that = day.subtract({ days: ago });
        return that.toZonedDateTime({ timeZone: zone, plainTime: at }).epochMilliseconds;
      });
      assert.ok(times.includes(due.getTime()), what);
      assert.ok(
        times.every(time => time < end.getTime() || time >= due.getTime()),
        what,
      );
    }
});

test('with weekdays, the date is on one of them, and neither earlier than without nor more than a week later', () => {
  const dice = openDice(24);
  for (const zone of zones)
    for (const anchor of momentsIn(zone, dice)) {
      const days = weekdays.filter(() => dice.below(3) === 0);
      const wanted = days.length > 0 ? days : [weekdays[dice.below(7)]!];
      const at = dice.below(2) === 0 ? { at: '09:00' } : {};
      const without = dueOf(after(at), anchor, zone);
      const due = dueOf(after({ ...at, weekdays: wanted }), anchor, zone);
      const what = `${zone} ${anchor.toISOString()} ${wanted}`;
      // If a zone skips a whole day, its time is read as if the clocks had not changed yet, which is on the next day.
      const day = weekdays[wallAt(due, zone).dayOfWeek - 1]!;
      const before = weekdays[(wallAt(due, zone).dayOfWeek + 5) % 7]!;
      assert.ok(wanted.includes(day) || wanted.includes(before), what);
      assert.ok(due >= without && due.getTime() - without.getTime() < 8 * 24 * hour, what);
    }
});

test('morning and evening are nine and six', () => {
  const anchor = new Date('2026-11-20T10:00:00Z');
  assert.equal(
    dueOf(after({ time_of_day: 'morning' }), anchor, 'Europe/Berlin').toISOString(),
    '2026-11-22T08:00:00.000Z',
  );
  assert.equal(
    dueOf(after({ time_of_day: 'evening' }), anchor, 'Europe/Berlin').toISOString(),
    '2026-11-21T17:00:00.000Z',
  );
});

test('a step without a delay is due at the trigger, and comes first', () => {
  const anchor = new Date(since);
  assert.equal(dueOf(null, anchor, 'UTC'), anchor);
  assert.equal(dueOf({ time: 'immediate' }, anchor, 'UTC'), anchor);
  const places = [
    null,
    after({ value: '90', unit: 'minutes' }),
    after({ value: '2', unit: 'hours' }),
    after({}),
    after({ unit: 'weeks' }),
  ];
  assert.deepEqual(
    places.map(placeInOrder),
    places.map(placeInOrder).toSorted((a, b) => a - b),
  );
});

test('quiet hours follow the wall clock and end at the set time, or after the skip if the clocks skip it', () => {
  const dice = openDice(38);
  const time = () => `${String(dice.below(24)).padStart(2, '0')}:${dice.below(2) === 0 ? '00' : '30'}`;
  let [quiet, again] = [0, 0];
  for (const zone of zones)
    for (const moment of momentsIn(zone, dice)) {
      const quiet_hours = { from: time(), until: time() };
      const { from, until } = quiet_hours;
      if (from === until) continue;
      const end = quietUntil({ quiet_hours, timezone: 'UTC' }, zone, moment);
      const wall = wallAt(moment, zone).toPlainTime().toString().slice(0, 5);
      const isQuiet = from < until ? wall >= from && wall < until : wall >= from || wall < until;
      const what = `${zone} ${moment.toISOString()} ${from} to ${until}`;
      assert.equal(end !== null, isQuiet, what);
      if (end === null) continue;
      quiet += 1;
      assert.ok(end > moment && end.getTime() - moment.getTime() <= 48 * hour, what);
      // If the clocks skip all of a short time between quiet hours, it stays quiet for another day.
      const next = quietUntil({ quiet_hours, timezone: zone }, undefined, end);
      if (next === null) continue;
      again += 1;
      assert.equal(quietUntil({ quiet_hours, timezone: zone }, undefined, next), null, what);
    }
  assert.ok(quiet > 1000 && again < quiet / 100, `${quiet} ${again}`);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Temporal } from 'temporal-polyfill';
import { day_ms, hour_ms, minute_ms } from '../platform/durations.ts';
import { latestStart, type ReaderTime, wavesOf } from './reader-time.ts';

const nine: ReaderTime = { at: '09:00', if_passed: 'next_day' };
const zones = Intl.supportedValuesOf('timeZone');
const date = (text: string) => new Date(text);
const clockOf = (moment: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone);
const timeOf = (moment: Date, zone: string) => clockOf(moment, zone).toPlainTime().toString().slice(0, 5);
const told = (waves: ReturnType<typeof wavesOf>) =>
  waves.map(({ due_date, zones }) => `${due_date.toISOString().slice(0, 16)} ${zones.join(' ')}`);

test('everybody gets the email at nine by their own clock, and people whose clocks agree get it together', () => {
  const known = ['Asia/Tokyo', 'Europe/Paris', 'Asia/Seoul', 'America/New_York'];
  assert.deepEqual(told(wavesOf(nine, known, 'Europe/Berlin', date('2026-11-23T19:00Z'))), [
    '2026-11-24T08:00 Europe/Berlin Europe/Paris',
    '2026-11-24T00:00 Asia/Tokyo Asia/Seoul',
    '2026-11-24T14:00 America/New_York',
  ]);
});

test('where the time has passed, the email comes a day later or with the newsletter’s own wave, as the author chooses', () => {
  const start = date('2026-11-24T07:00Z');
  assert.deepEqual(told(wavesOf(nine, ['Asia/Tokyo'], 'Europe/Berlin', start)), [
    '2026-11-24T08:00 Europe/Berlin',
    '2026-11-25T00:00 Asia/Tokyo',
  ]);
  const together = wavesOf({ ...nine, if_passed: 'with_newsletter' }, ['Asia/Tokyo'], 'Europe/Berlin', start);
  assert.deepEqual(told(together), ['2026-11-24T08:00 Europe/Berlin Asia/Tokyo']);
  assert.deepEqual(together[0].passed, ['Asia/Tokyo']);
});

test('nobody is late if sending begins at the latest start, and somebody is late a minute afterwards', () => {
  const known = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
  const start = latestStart(nine, known, 'Europe/Berlin', date('2026-11-23T12:00Z'));
  assert.equal(start.toISOString(), '2026-11-23T19:00:00.000Z');
  const passed = (at: Date) => wavesOf(nine, known, 'Europe/Berlin', at).flatMap(wave => wave.passed);
  assert.deepEqual(passed(start), []);
  assert.deepEqual(passed(new Date(start.getTime() + minute_ms)), ['Pacific/Kiritimati']);
});

/** The nights on which clocks change in Europe, in America and in the southern hemisphere, and an ordinary night. */
const nights = [
  '2026-03-28',
  '2026-10-24',
  '2026-03-07',
  '2026-10-31',
  '2026-04-04',
  '2026-10-03',
  '2026-06-15',
];

for (const if_passed of ['next_day', 'with_newsletter'] as const)
  test(`over every time zone and both changes of the clocks, each zone has one wave, not before the start (${if_passed})`, () => {
    for (const night of nights)
      for (const at of ['00:30', '02:30', '09:00', '23:45'])
        for (const own of [
          'Europe/Berlin',
          'America/New_York',
          'Pacific/Kiritimati',
          'Pacific/Pago_Pago',
          'Australia/Lord_Howe',
        ]) {
          const start = date(`${night}T18:00Z`);
          const waves = wavesOf({ at, if_passed }, zones, own, start);
          const dealt = waves.flatMap(wave => wave.zones);
          assert.equal(dealt.length, new Set([own, ...zones]).size);
          assert.equal(new Set(dealt).size, dealt.length);
          for (const { due_date, zones, passed } of waves) {
            assert.ok(due_date >= start, `${at} in ${zones[0]} on ${night}`);
            assert.ok(due_date.getTime() - start.getTime() <= 3 * day_ms);
            for (const zone of zones) {
              if (if_passed === 'with_newsletter' && passed.includes(zone)) continue;
              const shown = timeOf(due_date, zone);
              if (shown !== at)
                assert.ok(isSkipped(due_date, at, zone), `${shown} for ${at} in ${zone} on ${night}`);
            }
          }
        }
  });

/** Whether the clocks of that zone skip this time near that moment. */
function isSkipped(moment: Date, at: string, zone: string): boolean {
  const day = clockOf(new Date(moment.getTime() - hour_ms), zone).toPlainDate();
  return [0, 1].some(days => {
    const first = day.add({ days }).toZonedDateTime({ timeZone: zone, plainTime: at });
    return first.toPlainTime().toString().slice(0, 5) !== at;
  });
}

import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { eitherOf } from '../platform/sentences/choices.ts';
import { sentence } from '../platform/sentences/sentence.ts';

const passedChoices = ['next_day', 'with_newsletter'] as const;

/** The local time at which everybody gets an email. */
export const readerTime = z
  .strictObject({
    at: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, sentence('input.quoted_time'))
      .describe('A time such as "09:00", in the time zone of each reader'),
    if_passed: z
      .enum(passedChoices, eitherOf(...passedChoices))
      .default('next_day')
      .describe(
        'Readers for whom this time has passed when sending begins get it a day later (`next_day`), or together with those in the time zone of the newsletter (`with_newsletter`)',
      ),
  })
  .describe(
    'Everybody gets it at this time in their own time zone: that of `metadata.timezone`, such as "Asia/Tokyo", or otherwise that of the newsletter. The day is the first one, from the beginning of sending on, on which it is this time in the newsletter’s time zone',
  );
export type ReaderTime = z.output<typeof readerTime>;

/**
 * People who get an email at the same moment: those in `zones`. In the zones of `passed`, the wanted time had already passed on that day.
 */
export type Wave = { due_date: Date; zones: string[]; passed: string[] };

/**
 * Returns the waves of an email whose sending begins at `start`, for people in these known time zones: first the wave of the newsletter’s
 * own zone, then the others in order. If the clocks skip the time, the wave comes right after the skip; if the time comes twice, the first
 * one counts.
 */
export function wavesOf(
  { at, if_passed }: ReaderTime,
  zones: readonly string[],
  timezone: string,
  start: Date,
): [Wave, ...Wave[]] {
  const day = dayOfWaves(at, timezone, start);
  const own: Wave = { due_date: moment(day, at, timezone), zones: [timezone], passed: [] };
  const waves = new Map([[own.due_date.getTime(), own]]);
  for (const zone of new Set(zones)) {
    if (zone === timezone) continue;
    const first = moment(day, at, zone);
    const has_passed = first < start;
    const late = () => (if_passed === 'with_newsletter' ? own.due_date : nextAfter(start, day, at, zone));
    const due_date = has_passed ? late() : first;
    const wave = waves.get(due_date.getTime()) ?? { due_date, zones: [], passed: [] };
    wave.zones.push(zone);
    if (has_passed) wave.passed.push(zone);
    waves.set(due_date.getTime(), wave);
  }
  waves.delete(own.due_date.getTime());
  return [own, ...[...waves.values()].sort((a, b) => a.due_date.getTime() - b.due_date.getTime())];
}

/** Returns the latest start of sending at which the time has not yet passed in any of these zones. */
export function latestStart(
  { at }: ReaderTime,
  zones: readonly string[],
  timezone: string,
  start: Date,
): Date {
  const day = dayOfWaves(at, timezone, start);
  return new Date(Math.min(...[timezone, ...zones].map(zone => moment(day, at, zone).getTime())));
}

/** Returns the first day on which the newsletter’s clock shows this time at or after `start`. */
function dayOfWaves(at: string, timezone: string, start: Date): Temporal.PlainDate {
  const today = Temporal.Instant.fromEpochMilliseconds(start.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDate();
  // If the clocks skip the time late in the evening, the time of that day comes after midnight, so the day before is tried too.
  const around = [-1, 0, 1].map(days => today.add({ days }));
  return around.find(day => moment(day, at, timezone) >= start)!;
}

function nextAfter(start: Date, day: Temporal.PlainDate, at: string, zone: string): Date {
  for (let days = 1; ; days += 1) {
    const next = moment(day.add({ days }), at, zone);
    if (next >= start) return next;
  }
}

function moment(day: Temporal.PlainDate, at: string, zone: string): Date {
  return new Date(day.toZonedDateTime({ timeZone: zone, plainTime: at }).epochMilliseconds);
}

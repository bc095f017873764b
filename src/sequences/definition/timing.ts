import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { QuietHours } from '../../accounts/restraint.ts';
import { day_ms, hour_ms, minute_ms } from '../../platform/durations.ts';
import { eitherOf } from '../../platform/sentences/choices.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { zoneOr } from '../../platform/zones.ts';

const units = ['minutes', 'hours', 'days', 'weeks'] as const;
const unit_ms = { minutes: minute_ms, hours: hour_ms, days: day_ms, weeks: 7 * day_ms };
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** The clock times of the words that other clients use. */
const hours = { morning: '09:00', evening: '18:00' } as const;
const longest_ms = 5 * 366 * day_ms;

const delayValue = z
  .union([z.string(), z.number()], sentence('input.number_such_as'))
  .transform(String)
  .pipe(
    z
      .string()
      .trim()
      .max(16)
      .regex(/^\d{1,9}$/, sentence('input.whole_number_such_as')),
  );
const span = z.object({
  value: delayValue,
  unit: z.enum(units, sentence('input.one_of', { values: units.join(', ') })),
});

/** A time span of a step, at most five years. */
export const spanSchema = span.refine(isShort, {
  path: ['value'],
  message: sentence('input.most_five_years'),
});
export type Span = z.output<typeof span>;

const delaySchema = span
  .extend({
    time_of_day: z.enum(['morning', 'evening', ''], eitherOf('morning', 'evening', '""')).nullish(),
    at: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, sentence('input.quoted_time'))
      .nullish()
      .describe(
        'A time of day such as "09:00", in place of time_of_day: the step waits for the first one at or after the end of the delay',
      ),
    weekdays: z
      .array(z.enum(weekdays, sentence('input.one_of', { values: weekdays.join(', ') })))
      .min(1, sentence('input.name_a_weekday'))
      .nullish()
      .describe('Only on these days'),
    zone: z
      .enum(['newsletter', 'reader'], eitherOf('newsletter', 'reader'))
      .nullish()
      .describe(
        'Whose time zone: `reader` uses `metadata.timezone` of the subscriber, if it is a known zone',
      ),
  })
  .refine(isShort, { path: ['value'], message: sentence('input.most_five_years') });
export type Delay = z.output<typeof delaySchema>;

export const timingSchema = z
  .object({
    time: z.enum(['immediate', 'delay'], eitherOf('immediate', 'delay')),
    delay: delaySchema.nullish(),
  })
  .refine(({ time, delay }) => time === 'immediate' || delay, {
    path: ['delay'],
    message: sentence('input.say_how_long', { example: '{"value": "3", "unit": "days"}' }),
  });
export type Timing = z.output<typeof timingSchema>;

/** Returns the delay of a step; null if it is due at once. */
function delayOf(timing: Timing | null | undefined): Delay | null {
  return timing?.time === 'delay' ? (timing.delay ?? null) : null;
}

export function lengthOf({ value, unit }: Span): number {
  return Number(value) * unit_ms[unit];
}

/** Returns a number that orders steps by their delays, as if all days had 24 hours. */
export function placeInOrder(timing: Timing | null | undefined): number {
  const delay = delayOf(timing);
  return delay ? lengthOf(delay) : 0;
}

/**
 * Returns when a step is due, with delays counted from `anchor`. Minutes and hours are exact; days and weeks follow the wall clock of
 * `zone`. A time that the clocks skip comes right after the skip, and if a time comes twice, the first one counts. After the delay, the
 * step waits for its time of day and weekday.
 */
export function dueOf(timing: Timing | null | undefined, anchor: Date, zone: string): Date {
  const delay = delayOf(timing);
  if (!delay) return anchor;
  const start = Temporal.Instant.fromEpochMilliseconds(anchor.getTime()).toZonedDateTimeISO(zone);
  const end = start.add({ [delay.unit]: Number(delay.value) });
  const at = delay.at ?? (delay.time_of_day ? hours[delay.time_of_day] : null);
  const due = delay.weekdays ? onWeekday(end, at, delay.weekdays) : at ? firstAt(end, at) : end;
  return new Date(due.epochMilliseconds);
}

/** Returns when the present quiet hours end for a reader, by their own clock if it is known; null outside of quiet hours. */
export function quietUntil(
  { quiet_hours, timezone }: { quiet_hours: QuietHours | null; timezone: string },
  reader_zone: unknown,
  now: Date,
): Date | null {
  if (quiet_hours === null) return null;
  const { from, until } = quiet_hours;
  const zone = zoneOr(reader_zone, timezone);
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  const isQuiet = from < until ? from <= time && time < until : from <= time || time < until;
  // If the clocks skip the end, the moment after the skip may be quiet again.
  return isQuiet ? new Date(firstAt(local.add({ milliseconds: 1 }), until).epochMilliseconds) : null;
}

/** Returns the later of two dates. */
export function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}

/** Returns the earlier of two dates. */
export function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

function firstAt(end: Temporal.ZonedDateTime, at: string): Temporal.ZonedDateTime {
  // If the clocks skip the time late in the evening, the time of that day comes after midnight, so the day before is tried too.
  const around = [-1, 0, 1].map(days => onDay(end.toPlainDate().add({ days }), at, end.timeZoneId));
  return around.find(time => Temporal.ZonedDateTime.compare(time, end) >= 0)!;
}

/** Returns the moment itself or, with weekdays, the same time on the next of these days. */
function onWeekday(
  end: Temporal.ZonedDateTime,
  at: string | null,
  names: readonly (typeof weekdays)[number][],
): Temporal.ZonedDateTime {
  const first = at ? firstAt(end, at) : end;
  const time = at ?? end.toPlainTime();
  for (let days = 0; ; days += 1) {
    const day = first.toPlainDate().add({ days });
    if (!names.includes(weekdays[day.dayOfWeek - 1]!)) continue;
    return days === 0 ? first : onDay(day, time, end.timeZoneId);
  }
}

function onDay(day: Temporal.PlainDate, time: string | Temporal.PlainTime, zone: string) {
  return day.toZonedDateTime({ timeZone: zone, plainTime: time });
}

function isShort(given: Span): boolean {
  return lengthOf(given) <= longest_ms;
}

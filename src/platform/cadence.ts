import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { DomainError } from './errors.ts';
import { sentence } from './sentences/sentence.ts';

/** A wall clock time in the newsletter's zone. */
type Time = { hour: number; minute: number };

/** The day of a week or month: the first such weekday (1 is Monday, as in ISO 8601), or this date, or the last day of a shorter month. */
type Day = { weekday: number } | { monthday: number };

/** A cadence with digests: one for each day, week (Monday to Sunday) or month. `day` is null for daily ones. */
type DigestCadence = { cadence: 'daily' | 'weekly' | 'monthly'; day: Day | null; time: Time };

/** When an automation acts: on each new item, or at one time of each day, week or month. */
export type Cadence = { cadence: 'every' } | DigestCadence;

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** Reads a word in any case. `rule` is the error if `read` does not understand the word; it says what to write. */
function word<Meaning>(rule: string, read: (text: string) => Meaning | undefined) {
  return z.union([z.string(), z.number()], rule).transform((value, context) => {
    const meaning = read(String(value).trim().toLowerCase());
    if (meaning !== undefined) return meaning;
    context.addIssue({ code: 'custom', message: rule });
    return z.NEVER;
  });
}

const weekday = word(sentence('input.weekday'), readWeekday);
const monthday = word(sentence('input.monthday'), readMonthday);
const time = word(sentence('input.time_of_day'), readTime);

const digests = {
  daily: z
    .object({ time }, sentence('input.daily', { example: '{"time": "09:00"}' }))
    .transform(data => ({ day: null, time: data.time })),
  weekly: z
    .object(
      { weekday, time },
      sentence('input.weekly', { example: '{"weekday": "monday", "time": "09:00"}' }),
    )
    .transform(data => ({ day: data.weekday, time: data.time })),
  monthly: z
    .object({ monthday, time }, sentence('input.monthly', { example: '{"monthday": "1", "time": "09:00"}' }))
    .transform(data => ({ day: data.monthday, time: data.time })),
};

/**
 * Parses a cadence and its `cadence_metadata`. Names may be in capitals, numbers may be JSON numbers, and fields that the cadence does not
 * use are ignored. Throws `cadence_metadata_invalid` with the missing or wrong field.
 */
export function readCadence(cadence: Cadence['cadence'], cadence_metadata: unknown): Cadence {
  if (cadence === 'every') return { cadence };
  const { data, error } = digests[cadence].safeParse(cadence_metadata ?? {});
  if (data) return { cadence, ...data };
  const { path, message } = error.issues[0]!;
  throw new DomainError(
    'cadence_metadata_invalid',
    `${['cadence_metadata', ...path].join('.')}: ${message}.`,
  );
}

/** Returns the first time after `after` at which a digest is due by the wall clock of `timezone`; null for `every`. */
export function nextRun(cadence: Cadence, timezone: string, after: Date): Date | null {
  return nextRuns(cadence, timezone, after, 1)[0] ?? null;
}

/** Returns the first `count` times after `after` at which a digest is due, in order; none for `every`. */
export function nextRuns(cadence: Cadence, timezone: string, after: Date, count: number): Date[] {
  const found: Date[] = [];
  if (cadence.cadence === 'every') return found;
  const runs = runsAround(cadence, timezone, after, 1);
  while (found.length < count) {
    const run = runs.next().value;
    if (run > (found.at(-1) ?? after)) found.push(run); // if a day is skipped, two runs coincide
  }
  return found;
}

/** Returns the last time, at or before `at`, at which a digest was due by the wall clock of `timezone`; null for `every`. */
export function lastRun(cadence: Cadence, timezone: string, at: Date): Date | null {
  if (cadence.cadence === 'every') return null;
  const runs = runsAround(cadence, timezone, at, -1);
  for (;;) {
    const run = runs.next().value;
    if (run <= at) return run;
  }
}

/**
 * Yields the due times of all days, weeks or months, forwards or backwards. It starts one step before the due time of `moment`: if clocks
 * are put back over midnight, or a day is skipped, a week's time may fall into the neighbouring week.
 */
function* runsAround(
  { cadence, day, time }: DigestCadence,
  timezone: string,
  moment: Date,
  direction: 1 | -1,
): Generator<Date, never> {
  const date = Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDate();
  const start = {
    daily: date,
    weekly: date.subtract({ days: date.dayOfWeek - 1 }),
    monthly: date.with({ day: 1 }),
  }[cadence];
  for (let steps = -direction; ; steps += direction) {
    const first = start.add(
      { daily: { days: steps }, weekly: { weeks: steps }, monthly: { months: steps } }[cadence],
    );
    // A time that the clocks skip is read as if they had not changed yet; if a time occurs twice, the earlier one counts ("compatible" in
    // Temporal, RFC 5545 §3.3.5).
    const run = dayFrom(first, day).toZonedDateTime({ timeZone: timezone, plainTime: time });
    yield new Date(run.epochMilliseconds);
  }
}

function dayFrom(first: Temporal.PlainDate, day: Day | null): Temporal.PlainDate {
  if (day === null) return first;
  if ('monthday' in day) return first.with({ day: day.monthday });
  return first.add({ days: (day.weekday - first.dayOfWeek + 7) % 7 });
}

function readWeekday(text: string): { weekday: number } | undefined {
  const place = weekdays.findIndex(day => day === text);
  return place < 0 ? undefined : { weekday: place + 1 };
}

function readMonthday(text: string): Day | undefined {
  if (text === 'firstday') return { monthday: 1 };
  if (text === 'lastday') return { monthday: 31 };
  return /^(0?[1-9]|[12]\d|3[01])$/.test(text) ? { monthday: Number(text) } : readWeekday(text);
}

function readTime(text: string): Time | undefined {
  const [, hour, minute = '0'] = /^([01]?\d|2[0-3])(?::([0-5]\d))?$/.exec(text) ?? [];
  return hour === undefined ? undefined : { hour: Number(hour), minute: Number(minute) };
}

import { Temporal } from 'temporal-polyfill';

/** Returns the day of a moment in a time zone, such as 2026-11-20. */
export function dayOf(moment: Date, timezone: string): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(moment.getTime());
  return instant.toZonedDateTimeISO(timezone).toPlainDate().toString();
}

export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** Returns how many days `day` is later than `start`; negative if it is earlier. */
export function daysBetween(start: string, day: string): number {
  return Temporal.PlainDate.from(start).until(day, { largestUnit: 'days' }).days;
}

/** Returns the first moment of a day in a time zone: midnight, or later if the clocks are set forward at midnight. */
export function startOfDay(day: string, timezone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timezone).epochMilliseconds);
}

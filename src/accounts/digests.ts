import { z } from 'zod';
import { nextRun, readCadence, weekdays } from '../platform/cadence.ts';
import type { MailFrequency } from '../platform/database/schema.ts';
import { timeOfDay } from './restraint.ts';

/** How often somebody gets mail: every issue, or one digest of the issues of a week or month. */
export const frequencies = ['each', 'weekly', 'monthly'] as const satisfies MailFrequency[];
export const digestFrequencies = ['weekly', 'monthly'] as const;
export type DigestFrequency = (typeof digestFrequencies)[number];

/** When digests are made, by the clock of the newsletter. Monthly ones are made on the first such weekday of the month. */
export const digestTime = z.strictObject({ weekday: z.enum(weekdays), time: timeOfDay });
export type DigestTime = z.output<typeof digestTime>;

/** Returns when the digests that include an email sent at `now` are made. */
export function digestDates(
  { weekday, time }: DigestTime,
  timezone: string,
  now: Date,
): Record<DigestFrequency, Date> {
  const next = (cadence: DigestFrequency, day: object) =>
    nextRun(readCadence(cadence, { ...day, time }), timezone, now)!;
  return { weekly: next('weekly', { weekday }), monthly: next('monthly', { monthday: weekday }) };
}

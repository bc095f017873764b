import { z } from 'zod';
import { daysBetween } from '../../platform/days.ts';
import { eitherOf } from '../../platform/sentences/choices.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

const mostCopies = 100_000_000;
const copies = z.int(sentence('input.whole_number')).min(1).max(mostCopies);

/** The rules of a plan's fields. */
export const planFields = {
  start_date: z.iso
    .date(sentence('input.day'))
    .describe('The first day of the plan, in the newsletter’s time zone. Before it, nothing is limited'),
  first_day: copies.describe('How many copies may go out on the first day'),
  growth: z
    .number()
    .min(1, sentence('input.factor'))
    .max(10, sentence('input.factor'))
    .describe('Each day’s number is that of the day before, multiplied by this and rounded'),
  ceiling: copies.describe('The highest number. It stays the daily limit until the plan is ended'),
  per: z
    .enum(['domain', 'newsletter'], eitherOf('domain', 'newsletter'))
    .describe('Whether each receiving domain gets the number, or all of them together'),
};

export const planSchema = z.object({
  ...planFields,
  paused_date: z.iso
    .date()
    .nullable()
    .describe('The number has not changed since this day; null: not paused'),
});
/** A newsletter’s plan of rising daily numbers. */
export type WarmUpPlan = z.output<typeof planSchema>;

/** Returns the plan in a newsletter’s row; null if there is none. */
export function planOf({ warm_up }: { warm_up: unknown }): WarmUpPlan | null {
  return warm_up === null ? null : planSchema.parse(warm_up);
}

/** Returns how many copies the plan allows on a day, to each domain or to all together; Infinity before the plan begins. */
export function allowedOn({ start_date, first_day, growth, ceiling, paused_date }: WarmUpPlan, day: string) {
  if (day < start_date) return Number.POSITIVE_INFINITY;
  const reached = paused_date !== null && paused_date < day ? paused_date : day;
  return Math.min(ceiling, Math.round(first_day * growth ** Math.max(0, daysBetween(start_date, reached))));
}

/**
 * Returns a plan for a list whose largest receiving domain has this many subscribers. It begins with a fiftieth of them, but at least 20
 * and at most 500, and grows by half each day until they all get an issue on one day. Null if the first day is enough.
 */
export function proposePlan(largest: number): Omit<WarmUpPlan, 'start_date' | 'paused_date'> | null {
  const first_day = Math.min(500, Math.max(20, Math.round(largest / 50)));
  return largest <= first_day ? null : { first_day, growth: 1.5, ceiling: largest, per: 'domain' };
}

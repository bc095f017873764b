import { day_ms, hour_ms, minute_ms } from '../platform/durations.ts';

const second = 1000;

/** The delay after each failed attempt (Standard Webhooks); after the last one there are no more attempts. */
const gaps = [
  5 * second,
  5 * minute_ms,
  30 * minute_ms,
  2 * hour_ms,
  5 * hour_ms,
  10 * hour_ms,
  14 * hour_ms,
  20 * hour_ms,
  day_ms,
];

/** The time from the first attempt to the last, in milliseconds. */
export const wholeSchedule = gaps.reduce((sum, gap) => sum + gap);

/** The longest delay after a failed attempt, even if the endpoint asks for a longer one. */
export const longestGap = 1.1 * Math.max(...gaps);

const longestRest = 5 * minute_ms;

/** Returns the delay after this failed attempt (1 is the first), at most a tenth longer than the schedule says; null after the last. */
export function gapAfter(attempt: number, random: () => number): number | null {
  const gap = gaps[attempt - 1];
  return gap === undefined ? null : Math.round(gap * (1 + random() / 10));
}

/**
 * Returns how long an endpoint that has failed for this many milliseconds is left alone: never so long that it delays a single event's
 * schedule.
 */
export function restAfter(failing_ms: number): number {
  return Math.min(longestRest, Math.floor(failing_ms / 4));
}

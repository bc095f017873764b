const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after each failed attempt the next one comes (Standard Webhooks); after the last there is none. */
const gaps = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** From the first attempt to the last, in milliseconds. */
export const wholeSchedule = gaps.reduce((sum, gap) => sum + gap);

const longestRest = 5 * minute;

/** How long after this failed attempt (1 is the first) the next one comes, up to a tenth later than the schedule says; null when it was the last. */
export function gapAfter(attempt: number, random: () => number): number | null {
  const gap = gaps[attempt - 1];
  return gap === undefined ? null : Math.round(gap * (1 + random() / 10));
}

/** How long an endpoint that has been failing for so many milliseconds is left alone: never so long that a single event's schedule would notice. */
export function restAfter(failing_ms: number): number {
  return Math.min(longestRest, Math.floor(failing_ms / 4));
}

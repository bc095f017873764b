import { day_ms, hour_ms } from '../../platform/durations.ts';

/** How many of a feed's last posts its pace is derived from. */
export const paceItems = 500;

/**
 * Returns how many new items in one response are usual for a feed that was last fetched this many milliseconds before: `most`, or twice as
 * many as it ever published in that time (at most a day). Posts with the same date count once: a feed that gives all items a new date each
 * time is not fast.
 */
export function usualItems(most: number, publish_dates: readonly string[], elapsed: number): number {
  const span = Math.min(Math.max(elapsed, hour_ms / 2), day_ms);
  const dates = [...new Set(publish_dates.map(date => Date.parse(date)))].sort((a, b) => a - b);
  let busiest = 0;
  let start = 0;
  for (const [at, date] of dates.entries()) {
    while (date - dates[start]! > span) start += 1;
    busiest = Math.max(busiest, at - start + 1);
  }
  return Math.max(most, 2 * busiest);
}

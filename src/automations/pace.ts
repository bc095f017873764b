const hour = 3_600_000;

/** Posts of a feed that its pace is learnt from, the last seen. */
export const paceItems = 500;

/**
 * How many new items of one answer are no more than usual for a feed, which was read so many milliseconds before: `most`,
 * or twice as many as it ever published in as long a time (at most a day). Posts with the same date count once: a feed
 * that dates all its items anew at every reading is not fast.
 */
export function usualItems(most: number, publish_dates: readonly string[], elapsed: number): number {
  const span = Math.min(Math.max(elapsed, hour / 2), 24 * hour);
  const dates = [...new Set(publish_dates.map(date => Date.parse(date)))].sort((a, b) => a - b);
  let busiest = 0;
  let start = 0;
  for (const [at, date] of dates.entries()) {
    while (date - (dates[start] as number) > span) start += 1;
    busiest = Math.max(busiest, at - start + 1);
  }
  return Math.max(most, 2 * busiest);
}

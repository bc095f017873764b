import type { Clock } from '../clock.ts';

/** Counts what strangers try. `take` tells whether this try is among the first `most` of `name` in the current hour. */
export type Attempts = { take(name: string): boolean };

const hour = 3_600_000;

/** Attempts as this process has seen them. Names beyond `names` push out the oldest, so that memory is bounded. */
export function openAttempts(most: number, clock: Clock, names = 50_000): Attempts {
  const counts = new Map<string, { tries: number; until: number }>();
  return {
    take(name) {
      const now = clock().getTime();
      const known = counts.get(name);
      if (known && known.until > now) {
        known.tries += 1;
        return known.tries <= most;
      }
      counts.delete(name); // so that it goes to the end
      counts.set(name, { tries: 1, until: now + hour });
      if (counts.size > names) counts.delete(counts.keys().next().value!);
      return most >= 1;
    },
  };
}

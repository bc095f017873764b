import type { Clock } from '../clock.ts';
import { hour_ms } from '../durations.ts';

/** Limits attempts by strangers. `take` returns whether this attempt is among the first `most` with this name in the current hour. */
export type Attempts = { take(name: string): boolean };

/** Counts the attempts that this process sees. Beyond `names` names, the oldest are dropped to bound memory. */
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
      counts.delete(name); // so that it moves to the end
      counts.set(name, { tries: 1, until: now + hour_ms });
      if (counts.size > names) counts.delete(counts.keys().next().value!);
      return most >= 1;
    },
  };
}

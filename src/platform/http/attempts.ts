import ipaddr from 'ipaddr.js';
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

/** What one party can be taken to hold: of IPv4 256 addresses, of IPv6 a /48 (RFC 6177 §2). */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address
    .toByteArray()
    .slice(0, address.kind() === 'ipv4' ? 3 : 6)
    .join('.');
}

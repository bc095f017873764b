import { randomUUID } from 'node:crypto';

/** Returns a new UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then random bits, so ids sort by creation time. */
export function newId(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  // Takes the random part of a UUIDv4, which keeps a store of random bytes; fetching them one by one is slow.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text has the form of an id. Check before querying: PostgreSQL fails on a malformed uuid. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

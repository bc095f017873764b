import { randomUUID } from 'node:crypto';

/** A new UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then random, so ids sort by their time of making. */
export function newId(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  // Of its UUIDv4 the random part behind the version; it keeps a store of random bytes, which are slow to come by one by one.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text has the form of an id. Ask before a query: PostgreSQL refuses a malformed uuid with an error. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

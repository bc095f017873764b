import { randomBytes } from 'node:crypto';

/** A new UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then random, so ids sort by their time of making. */
export function newId(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text has the form of an id. Ask before a query: PostgreSQL refuses a malformed uuid with an error. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

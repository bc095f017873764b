import { type RawBuilder, sql } from 'kysely';
import type { DeliveryStatus } from '../../platform/database/schema.ts';

/** The statuses in which a hand-over can end. */
export const outcomeStatuses = [
  'accepted',
  'temporary',
  'permanent',
  'uncertain',
  'skipped',
] as const satisfies DeliveryStatus[];

/** The result of one recipient's hand-over. `reply` is the mail server's, or the reason why there was no hand-over. */
export type Outcome = {
  subscriber_key: number;
  status: (typeof outcomeStatuses)[number];
  reply: string;
  /** The hash of the copy that was handed over, in hexadecimal; absent if there was none. */
  copy_hash?: string;
  /** The grant that entitled the recipient to a premium email. */
  grant_key?: number;
  /** The relay that was asked; absent if it has no key. */
  relay_key?: number;
};

/** A range of the recipients of an email's part that only this worker may serve until the lease ends. */
export type Chunk = {
  email_key: number;
  /** The part of the audience; 0 for an email that is not in parts. */
  part: number;
  first_key: number;
  last_key: number;
  lease: string;
  /** How long the worker may be silent before the chunk goes to another worker. It renews the lease far more often. */
  lease_seconds: number;
  /** How long temporary failures are retried. */
  retry_hours: number;
  /** How many passes the chunk has had. */
  passes: number;
  /** Until when its recipients waited for their receiving domains or for retries; null if they did not wait. */
  due_date: string | null;
  /** When somebody was added after the audience had been frozen, or when the part begins. */
  added_date: string | null;
};

/** Whether a row of `deliveries` belongs to the chunk. */
export function isOf({ email_key, part, first_key, last_key }: Chunk): RawBuilder<boolean> {
  return sql<boolean>`email_key = ${email_key} and subscriber_key between ${first_key} and ${last_key} and part = ${part}`;
}

/** Whether a row of `deliveries` belongs to a row of `chunk`, both of the same email. */
export function isInChunk(delivery: RawBuilder<unknown>, chunk: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${delivery}.subscriber_key between ${chunk}.first_key and ${chunk}.last_key and ${delivery}.part = ${chunk}.part`;
}

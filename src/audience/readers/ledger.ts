import type { Database } from '../../platform/database/connect.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';

/** What higher rooms know about a subscriber; `program/` passes it on. */
export type Ledger = {
  /** Bounces, complaints and other reports about mail to them. */
  reportsOf(db: Database, subscriber_key: number): Promise<object[]>;
  /** What they have bought, and what became of it. */
  paymentsOf(db: Database, subscriber_key: number): Promise<object[]>;
  /** Takes the address out of what mail servers replied. */
  forgetReplies(trx: Database, subscriber: Subscriber): Promise<void>;
};

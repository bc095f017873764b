import type { Database } from '../../platform/database/connect.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';

/** Facts about a subscriber that higher rooms know; `program/` passes them on. */
export type Ledger = {
  /** Bounces, complaints and other reports about mail to them. */
  reportsOf(db: Database, subscriber_key: number): Promise<object[]>;
  /** Their purchases, and what became of them. */
  paymentsOf(db: Database, subscriber_key: number): Promise<object[]>;
  /** Removes the address from the replies of mail servers. */
  forgetReplies(trx: Database, subscriber: Subscriber): Promise<void>;
};

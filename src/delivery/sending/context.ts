import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import type { Transport } from '../../platform/mail/smtp/transport.ts';
import type { Places } from '../../platform/places.ts';
import type { SoftBounceRule } from '../feedback/bounce.ts';
import type { Breaker } from './breaker.ts';
import type { Capacity } from './capacity.ts';
import type { Control } from './control.ts';
import type { DomainLimits } from './limits.ts';
import type { LeaseNotes } from './notes.ts';
import type { RetryPolicy } from './retry.ts';
import type { Stalls } from './stalls.ts';

/** What serving needs in addition to the chunk. */
export type ServeContext = {
  db: Database;
  clock: Clock;
  log: Log;
  transport: Transport;
  /**
   * Maximum recipients in hand, over all chunks being served by the same relays, unless the connections hold more: what a crash
   * can leave uncertain.
   */
  window: number;
  capacity: Capacity;
  /** What is noted about this lease, for whoever takes over after a kill. */
  notes: LeaseNotes;
  /** For how long nobody of a chunk may get an outcome before the worker gives it back. */
  quiet_seconds: number;
  retry: RetryPolicy;
  trouble_minutes: number;
  /** When refusals of readers' mailboxes end their subscription, like bounces. */
  rule: SoftBounceRule;
  /** Messages per second to each receiving domain, over all processes. */
  domain_rates: DomainLimits;
  control: Control;
  /** Hand-overs of this process that are under way at once, by receiving domain. */
  places: Places;
  breaker: Breaker;
  stalls: Stalls;
  /** A turn has been booked: the lane looks for due chunks after this many milliseconds, so that the turn is not late. */
  wakeAfter: (milliseconds: number) => void;
  /** The relays of this chunk have no place for another recipient now. */
  noPlace: () => void;
  stopping: () => boolean;
};

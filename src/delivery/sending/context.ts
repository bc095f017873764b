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

/** Everything that serving a chunk needs, apart from the chunk. */
export type ServeContext = {
  db: Database;
  clock: Clock;
  log: Log;
  transport: Transport;
  /**
   * The most recipients in hand, over all chunks that the same relays serve, unless the connections hold more. So many can become uncertain
   * after a crash.
   */
  window: number;
  capacity: Capacity;
  /** The notes about this lease, for the process that takes over after a kill. */
  notes: LeaseNotes;
  /** How long a chunk may go without any outcome before the worker gives it back. */
  quiet_seconds: number;
  retry: RetryPolicy;
  trouble_minutes: number;
  /** When refusals by readers' mailboxes end their subscription, as bounces do. */
  rule: SoftBounceRule;
  /** Messages per second to each receiving domain, over all processes. */
  domain_rates: DomainLimits;
  control: Control;
  /** Hand-overs of this process that are under way at once, by receiving domain. */
  places: Places;
  breaker: Breaker;
  stalls: Stalls;
  /** Is called when a turn has been booked: the lane looks for due chunks after this many milliseconds, so that the turn is not late. */
  wakeAfter: (milliseconds: number) => void;
  /** Is called when the relays of this chunk have no place for another recipient. */
  noPlace: () => void;
  stopping: () => boolean;
};

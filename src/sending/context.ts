import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Log } from '../platform/log.ts';
import type { Transport } from '../platform/mail/transport.ts';
import type { Breaker } from './breaker.ts';
import type { Control } from './control.ts';
import type { Gate } from './gate.ts';
import type { DomainLimits } from './limits.ts';
import type { RetryPolicy } from './retry.ts';

/** What serving needs beside the chunk. */
export type ServeContext = {
  db: Database;
  clock: Clock;
  log: Log;
  transport: Transport;
  /** Hand-overs whose outcome is not on record, at most: what a crash can leave uncertain. */
  window: number;
  retry: RetryPolicy;
  trouble_minutes: number;
  /** Messages a second to each receiving domain, over all processes. */
  domain_rates: DomainLimits;
  control: Control;
  gate: Gate;
  breaker: Breaker;
  stopping: () => boolean;
};

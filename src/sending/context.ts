import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Log } from '../platform/log.ts';
import type { Transport } from '../platform/mail/transport.ts';
import type { RetryPolicy } from './retry.ts';

/** What serving needs beside the chunk. */
export type ServeContext = {
  db: Database;
  clock: Clock;
  log: Log;
  transport: Transport;
  /** At most this many hand-overs are under way at once in a lane: what a crash can leave uncertain. */
  window: number;
  retry: RetryPolicy;
  trouble_minutes: number;
  stopping: () => boolean;
};

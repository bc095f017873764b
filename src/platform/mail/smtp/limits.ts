import { minute_ms } from '../../durations.ts';

/** Timeouts in milliseconds (the minimum of RFC 5321 §4.5.3.2). */
export type Limits = {
  connect: number;
  greeting: number;
  command: number;
  dot: number;
  /** The time after which a connection that waits for an answer no longer delays others (see patience.ts). */
  patience: number;
  /** The time after which an idle connection is closed. */
  idle: number;
  /** The time for the answer to QUIT. */
  farewell: number;
};

export const usualLimits: Limits = {
  connect: 30_000,
  greeting: 300_000,
  command: 300_000,
  dot: 600_000,
  patience: 20_000,
  idle: minute_ms,
  farewell: 2_000,
};

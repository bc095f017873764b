/** Timeouts in milliseconds (the minimum of RFC 5321 §4.5.3.2). */
export type Limits = {
  connect: number;
  greeting: number;
  command: number;
  dot: number;
  /** After this, an unanswered message no longer delays others. */
  patience: number;
  /** After this, an idle connection is closed. */
  idle: number;
  /** For the answer to QUIT. */
  farewell: number;
};

export const usualLimits: Limits = {
  connect: 30_000,
  greeting: 300_000,
  command: 300_000,
  dot: 600_000,
  patience: 20_000,
  idle: 60_000,
  farewell: 2_000,
};

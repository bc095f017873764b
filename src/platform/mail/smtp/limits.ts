/** How long is waited, in milliseconds (the RFC's least: RFC 5321 §4.5.3.2). */
export type Limits = {
  connect: number;
  greeting: number;
  command: number;
  dot: number;
  /** After which a message that is not answered no longer keeps others waiting. */
  patience: number;
  /** After which a connection without work is given up. */
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

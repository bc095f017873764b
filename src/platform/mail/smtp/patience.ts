import type { Limits } from './limits.ts';

/** How long a relay may be silent before others no longer wait for it. It is learned from how long the relay takes to answer. */
export type Patience = {
  /** Returns the patience for an answer to a recipient or to the end of a message, in milliseconds. */
  forMessages(): number;
  /** Returns the patience for a greeting and for the answers to EHLO, TLS, a login and MAIL, in milliseconds. */
  forConnections(): number;
  /** Notes that the end of a message was answered after this many milliseconds. */
  answered(milliseconds: number): void;
  /** Notes that a connection was answered after this many milliseconds, although nobody waited for it any more. */
  answeredLate(milliseconds: number): void;
};

/**
 * The least patience, which is enough for a server that examines a message before it answers. It is longer if the relay usually takes
 * longer.
 */
const least = 5_000;

/**
 * Opens the patience with a relay. Nobody waits for a message that takes four times as long as the relay's messages usually do, within
 * `least` and `limits.patience`. A relay that delays everybody, such as a tarpit, gets twice the time that its answer has taken.
 */
export function openPatience(limits: Limits): Patience {
  let usual = 0;
  let learned = limits.patience;
  return {
    forMessages: () => Math.min(limits.patience, Math.max(least, 4 * usual)),
    forConnections: () => learned,
    answered(milliseconds) {
      usual += (milliseconds - usual) / 16;
    },
    answeredLate(milliseconds) {
      learned = Math.max(learned, Math.min(limits.command, 2 * milliseconds));
    },
  };
}

import type { Limits } from './limits.ts';

/** How long a relay may be silent before others no longer wait for it. Learned from how long it takes to answer. */
export type Patience = {
  /** In milliseconds, for the answer to a recipient or to the end of a message. */
  forMessages(): number;
  /** In milliseconds, for a greeting and for the answers to EHLO, TLS, a login and MAIL. */
  forConnections(): number;
  /** The end of a message was answered after this many milliseconds. */
  answered(milliseconds: number): void;
  /** A connection was answered after this many milliseconds, although nobody waited for it any more. */
  answeredLate(milliseconds: number): void;
};

/** Enough for a server that looks at a message before it answers; longer if the relay usually takes longer. */
const least = 5_000;

/**
 * Nobody waits for a message that takes four times as long as the relay's messages usually do, within `least` and
 * `limits.patience`. A relay that delays everybody, such as a tarpit, gets twice the time after which it has answered.
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

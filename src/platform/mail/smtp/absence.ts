import { minute_ms } from '../../durations.ts';
import type { Log } from '../../log.ts';

const firstPause = 1_000;
const longestPause = minute_ms;

/** Whether a relay may be connected to. A relay that cannot be used is set aside, for longer each time; open connections to it continue. */
export type Absence = {
  /** Whether the last attempt to open a connection succeeded. */
  isProven(): boolean;
  /** Whether the last attempt to open a connection failed. */
  hasFailed(): boolean;
  /** Returns why the relay is set aside now; undefined if it is not. */
  reason(): string | undefined;
  /** Returns why it is, or last was, set aside. */
  lastReason(): string;
  /** Sets the relay aside, unless it already is. */
  begin(why: string): void;
  /** Notes that a connection was opened, which ends the absence. */
  end(): void;
};

/** Opens the absence of a relay. The pauses begin at a second and double each time, up to a minute. */
export function openAbsence(relay: string, log: Log | undefined): Absence {
  let is_proven = false;
  let failures = 0;
  let until = 0;
  let reason = '';
  return {
    isProven: () => is_proven,
    hasFailed: () => failures > 0,
    reason: () => (performance.now() < until ? reason : undefined),
    lastReason: () => reason,
    begin(why) {
      if (performance.now() < until) return;
      const pause = Math.min(longestPause, firstPause * 2 ** failures);
      is_proven = false;
      failures += 1;
      until = performance.now() + pause;
      reason = why;
      log?.warn({ relay, reason, pause_seconds: pause / 1000 }, 'a relay is set aside');
    },
    end() {
      if (failures > 0) log?.info({ relay }, 'a relay is available again');
      is_proven = true;
      failures = 0;
    },
  };
}

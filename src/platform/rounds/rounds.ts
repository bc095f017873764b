import { minute_ms } from '../durations.ts';
import type { Log } from '../log.ts';
import { warnRarely } from '../warn-rarely.ts';
import { type Due, type Waiter, waitUntilDue } from './due.ts';

/** When the next round follows: immediately, after the pause (or sooner, if woken), or never. */
export type Next = 'at_once' | 'after_pause' | 'never';

/** Background work that repeats until stopped. */
export type Rounds = {
  /** Call this when there is new work: starts the next round now instead of after the pause. */
  wake(): void;
  /** Starts no more rounds. Resolves when the one in progress has ended. */
  stop(): Promise<void>;
};

type RoundsOptions = {
  /** The pause after a round that found nothing more to do, and after one that failed. */
  pause_ms: number;
  /** The pause before the first round. */
  first_ms?: number;
  /** The condition for another round. After the pause, the next round waits for it, but no longer than `longest_ms`. */
  due?: Due;
  longest_ms?: number;
  log: Log;
  /** Logged with the error when a round fails. */
  failure: string;
};

/** The longest wait for a condition, in case it overlooks something. */
const longestWait = 120_000;

/**
 * Repeats `round`, one round at a time, until stopped. A wake during a round is not lost: the next one follows immediately. A round that
 * throws is repeated after the pause, and its error is logged, though not more than once a minute. `signal` is aborted when `stop` is
 * called.
 */
export function startRounds(
  round: (signal: AbortSignal) => Promise<Next>,
  { pause_ms, first_ms = 0, due, longest_ms = longestWait, log, failure }: RoundsOptions,
): Rounds {
  const stopping = new AbortController();
  const { signal } = stopping;
  const warn = warnRarely(log, failure);
  let woken = false;
  let endPause = () => {};
  const waiter = due && waitUntilDue(due);
  const running = run().finally(waiter?.end);
  return {
    wake,
    async stop() {
      stopping.abort();
      wake();
      await running;
    },
  };

  function wake() {
    woken = true;
    endPause();
  }

  async function run(): Promise<void> {
    if (first_ms > 0) await pause(first_ms);
    while (!signal.aborted) {
      woken = false; // set before the round, so that a wake during it counts
      const next = await round(signal).catch(error => {
        warn(error);
        return 'after_pause' as const;
      });
      if (next === 'never') return;
      if (next === 'after_pause')
        await pause(pause_ms < minute_ms ? pause_ms : untilWholeMinute(pause_ms), waiter);
    }
  }

  async function pause(milliseconds: number, waiter?: Waiter): Promise<void> {
    if (woken) return;
    await new Promise<void>(resolve => {
      const timer = setTimeout(() => endPause(), waiter ? longest_ms : milliseconds);
      const endWait = waiter?.wait(milliseconds, () => endPause());
      endPause = () => {
        clearTimeout(timer);
        endWait?.();
        resolve();
      };
    });
  }
}

/** Returns a long pause that ends at a whole minute since the start: then long pauses end together, and an idle process rarely wakes. */
function untilWholeMinute(milliseconds: number): number {
  const now = performance.now();
  return Math.round((now + milliseconds) / minute_ms) * minute_ms - now;
}

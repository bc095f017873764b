import type { Log } from './log.ts';

/** When the next round follows: immediately, after the pause (or sooner, if woken), or never. */
export type Next = 'at_once' | 'after_pause' | 'never';

/** Background work that repeats until stopped. */
export type Rounds = {
  /** There is new work: starts the next round now instead of after the pause. */
  wake(): void;
  /** Starts no more rounds. Resolves when the one in progress has ended. */
  stop(): Promise<void>;
};

type RoundsOptions = {
  /** The pause after a round that found nothing more to do, and after one that failed. */
  pause_ms: number;
  /** The pause before the first round. */
  first_ms?: number;
  log: Log;
  /** Logged with the error when a round fails. */
  failure: string;
};

/**
 * Repeats `round`, one at a time, until stopped. A wake during a round is not lost: the next one follows immediately. A
 * round that throws is logged and repeated after the pause. `signal` is aborted when `stop` is called.
 */
export function startRounds(
  round: (signal: AbortSignal) => Promise<Next>,
  { pause_ms, first_ms = 0, log, failure }: RoundsOptions,
): Rounds {
  const stopping = new AbortController();
  const { signal } = stopping;
  let woken = false;
  let endPause = () => {};
  const running = run();
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
      woken = false; // before looking, so that a wake meanwhile counts
      const next = await round(signal).catch(error => {
        log.warn({ err: error }, failure);
        return 'after_pause' as const;
      });
      if (next === 'never') return;
      if (next === 'after_pause') await pause(pause_ms);
    }
  }

  async function pause(milliseconds: number): Promise<void> {
    if (woken) return;
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, milliseconds);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

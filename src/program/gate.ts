import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';

type Work = { stop(): Promise<void> };

export type Gate = {
  /** Says whether the work should run from now on. */
  follow(is_open: boolean): void;
  /** Resolves once the work runs, or has stopped, as last wanted; rejects if the work cannot be started. */
  settled(): Promise<void>;
  /** Stops the work for good. */
  close(): Promise<void>;
};

const retryMilliseconds = 5000;

/** Runs the work that `start` begins, whenever it should run: never twice at once, and never after `close`. */
export function openGate(start: () => Promise<Work>, log: Log): Gate {
  const closing = new AbortController();
  let wanted = false;
  let work: Work | undefined;
  let moving: Promise<void> = Promise.resolve();
  return {
    follow,
    settled: () => moving,
    async close() {
      closing.abort();
      follow(false);
      await moving;
    },
  };

  function follow(is_open: boolean): void {
    wanted = is_open;
    moving = moving.then(move, move);
    moving.catch(async error => {
      log.warn({ err: error }, 'the work could not be started and will be tried again');
      await sleep(retryMilliseconds, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      if (!closing.signal.aborted && wanted) follow(true);
    });
  }

  async function move(): Promise<void> {
    if (wanted && !work && !closing.signal.aborted) work = await start();
    else if (!wanted && work) {
      const { stop } = work;
      work = undefined;
      await stop();
    }
  }
}

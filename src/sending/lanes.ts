import { setTimeout as sleep } from 'node:timers/promises';
import { leaseChunk } from '../deliveries/chunks.ts';
import type { Chunk } from '../deliveries/delivery.ts';
import type { ServeContext } from './context.ts';
import { finishLeftBehind } from './finish.ts';
import { type Mailing, type MailingContext, openMailings } from './mailings.ts';
import { serveChunk } from './serve-chunk.ts';
import { reportTrouble } from './trouble.ts';

/** Chunks that a process serves at a time: while one waits for its outcomes to be written, the other keeps the relay busy. */
const laneCount = 2;
const idleMilliseconds = 1000;

export type Lanes = {
  /** There is new work: look now and not at the next tick. */
  wake(): void;
  /** No new hand-over begins; resolves when those under way have their outcomes. */
  stop(): Promise<void>;
};

type LanesContext = Omit<ServeContext, 'stopping' | 'window'> &
  MailingContext & {
    /** How many hand-overs a crash of this process may leave uncertain, over all lanes. */
    uncertain_window: number;
    lease_seconds: number;
  };

/** Serves whatever chunk of whatever email wants work, until stopped. Any number of processes do so side by side. */
export function startLanes(context: LanesContext): Lanes {
  const { db, log } = context;
  const mailings = openMailings(context);
  const window = Math.max(1, Math.floor(context.uncertain_window / laneCount));
  let stopped = false;
  let idle = new AbortController(); // aborted by each wake, and a new one made
  const lanes = Array.from({ length: Math.min(laneCount, context.uncertain_window) }, (_, lane) => run(lane));

  return {
    wake,
    async stop() {
      stopped = true;
      wake();
      await Promise.all(lanes);
    },
  };

  function wake() {
    idle.abort();
    idle = new AbortController();
  }

  async function run(lane: number): Promise<void> {
    while (!stopped) {
      const { signal } = idle; // taken before looking: a wake while we look is not slept through
      try {
        const chunk = await leaseChunk(db, context.lease_seconds);
        if (chunk) await serve(chunk);
        else await rest(lane, signal);
      } catch (error) {
        log.warn({ err: error }, 'a lane stumbled and goes on');
        if (!stopped) await sleep(idleMilliseconds);
      }
    }
  }

  async function serve(chunk: Chunk): Promise<void> {
    const serving = { ...context, window, stopping: () => stopped };
    let mailing: Mailing;
    try {
      mailing = await mailings(chunk.email_key);
    } catch (error) {
      // An attachment that cannot be read, say: the email waits as it does for a relay.
      return reportTrouble(serving, chunk, (error as Error).message);
    }
    await serveChunk(serving, mailing, chunk);
  }

  async function rest(lane: number, signal: AbortSignal): Promise<void> {
    await sleep(idleMilliseconds, undefined, { signal }).catch(() => {});
    if (lane === 0 && !stopped) await finishLeftBehind(db);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { ServeContext } from './context.ts';

/**
 * Repeats the work until PostgreSQL has done it, because messages that were handed over must get their outcome. Gives up only when stopping
 * while PostgreSQL stays unavailable.
 */
export async function surely<Answer>(
  { log, stopping }: Pick<ServeContext, 'log' | 'stopping'>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (stopping() && failures > 10) throw error;
      log.warn({ err: error }, 'the ledger is unavailable');
      await sleep(Math.min(5000, 100 * 2 ** failures));
    }
  }
}

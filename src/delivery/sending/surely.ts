import { setTimeout as sleep } from 'node:timers/promises';
import type { ServeContext } from './context.ts';

/**
 * Handed-over messages must get their outcome, so this waits for PostgreSQL. Gives up only when stopping while it stays
 * unavailable.
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

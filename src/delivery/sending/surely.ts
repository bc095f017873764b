import { setTimeout as sleep } from 'node:timers/promises';
import type { ServeContext } from './context.ts';

/** What is out must get its outcome, so PostgreSQL may be away for a while. Gives up only when we are to stop and it stays away. */
export async function surely<Answer>(
  { log, stopping }: ServeContext,
  work: () => Promise<Answer>,
): Promise<Answer> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (stopping() && failures > 10) throw error;
      log.warn({ err: error }, 'the ledger cannot be reached');
      await sleep(Math.min(5000, 100 * 2 ** failures));
    }
  }
}

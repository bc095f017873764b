import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { failRest } from './run.ts';
import { listUnfinished, lockAction } from './run-queries.ts';
import { failed } from './types/result.ts';

/** Ends every bulk action: the remaining items fail with this reason. Returns the number of actions. */
export async function stopActions(trx: Database, clock: Clock, reason: string): Promise<number> {
  let stopped = 0;
  for (const { key } of await listUnfinished(trx)) {
    const action = await lockAction(trx, key, { is_rehearsal: true });
    if (!action) continue;
    await failRest(trx, { clock }, action, failed('stopped', reason));
    stopped += 1;
  }
  return stopped;
}

import { takeOverChunks } from '../delivery/ledger/take-over.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import type { Log } from '../platform/log.ts';
import { forgetProcesses, listEnded } from '../platform/rounds/processes.ts';
import { takeOverWork } from '../platform/work/take-over.ts';
import { takeOverDeliveries } from '../webhooks/take-over.ts';

/**
 * Ends the leases of processes that have certainly ended, so that this one goes on at once with what they were doing. A mistake
 * would harm nobody: who loses a lease stops, and those whom it had in hand are uncertain until it says what became of them. If
 * this fails, the leases end by themselves.
 */
export async function takeOver(
  db: Database,
  { is_alone, clock, log }: { is_alone: boolean; clock: Clock; log: Log },
): Promise<void> {
  try {
    const ended = await listEnded(db, { is_alone });
    if (ended.length === 0) return;
    const taken = await inTransaction(db, async trx => {
      const chunks = await takeOverChunks(trx, ended);
      const work = await takeOverWork(trx, ended);
      const webhooks = await takeOverDeliveries(trx, ended, clock());
      await forgetProcesses(
        trx,
        ended.map(({ id }) => id),
      );
      return { chunks, work, webhooks };
    });
    if (Object.values(taken).some(count => count > 0))
      log.info(taken, 'a process was killed here; this one goes on with its work');
  } catch (error) {
    log.warn({ err: error }, 'the work of a process that was killed waits until its leases end');
  }
}

import { takeOverChunks } from '../delivery/ledger/take-over.ts';
import { forgetNotes, settleHands } from '../delivery/sending/read-notes.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import type { Log } from '../platform/log.ts';
import { type Ended, forgetProcesses, listEnded, lockProcesses } from '../platform/rounds/processes.ts';
import { takeOverWork } from '../platform/work/take-over.ts';
import { takeOverDeliveries } from '../webhooks/take-over.ts';

/**
 * Ends the leases of processes that have certainly ended, so that this process continues their work at once. What they noted about
 * recipients in hand counts. A mistake about the leases would harm nobody: a process that loses its lease stops, and the recipients that it
 * had in hand are uncertain until it reports their outcomes. If this fails, the leases end by themselves.
 */
export async function takeOver(
  db: Database,
  { is_alone, notes_dir, clock, log }: { is_alone: boolean; notes_dir: string; clock: Clock; log: Log },
): Promise<void> {
  try {
    const all = await listEnded(db, { is_alone });
    if (all.length > 0) {
      const taken = await inTransaction(db, trx => takeOverFrom(trx, all, { notes_dir, clock }));
      if (Object.values(taken).some(count => count > 0))
        log.info(taken, 'a process was killed here; this one goes on with its work');
    }
    await forgetNotes(notes_dir, all);
  } catch (error) {
    log.warn({ err: error }, 'the work of a process that was killed waits until its leases end');
  }
}

async function takeOverFrom(
  trx: Database,
  all: Ended[],
  { notes_dir, clock }: { notes_dir: string; clock: Clock },
) {
  // If several processes start at once, only one of them takes over from each ended process.
  const ended = await lockProcesses(trx, all);
  if (ended.length === 0) return {};
  const settled = await settleHands(trx, notes_dir, ended);
  const chunks = await takeOverChunks(trx, ended);
  const work = await takeOverWork(trx, ended);
  const webhooks = await takeOverDeliveries(trx, ended, clock());
  await forgetProcesses(
    trx,
    ended.map(({ id }) => id),
  );
  return { settled, chunks, work, webhooks };
}

import { sql } from 'kysely';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { minute_ms } from '../../platform/durations.ts';
import type { Log } from '../../platform/log.ts';
import { type Rounds, startRounds } from '../../platform/rounds/rounds.ts';
import { giveUpSoon, listParts, readPromise } from './parts.ts';

/** How many emails may be started while the ledger is read. If there are more, it is read once more. */
const emails_meanwhile = 200;

/**
 * Turns a ledger that was too large for the migration into its first partition, while others read and write it:
 * PostgreSQL reads it under a lock that blocks nobody, and the change itself takes a moment. Returns whether the ledger
 * is partitioned now. If killed at any point, the ledger is intact, and the next run continues from there. `signal`
 * ends it early.
 */
export async function partLedger(db: Database, signal?: AbortSignal): Promise<boolean> {
  if ((await listParts(db)).length > 0) return true;
  await briefly(db, async trx => {
    if ((await listParts(trx)).length > 0 || (await readPromise(trx)) !== undefined) return;
    const { rows } = await sql<{ next_key: number }>`
      select coalesce(max(key), 0) + ${emails_meanwhile}::int as next_key from emails`.execute(trx);
    await sql`
      alter table deliveries add constraint deliveries_first_part
      check (email_key < ${sql.lit(rows[0]!.next_key)}) not valid`.execute(trx);
  });
  await readThrough(db, signal);
  await briefly(db, async trx => {
    const next_key = (await listParts(trx)).length > 0 ? undefined : await readPromise(trx);
    if (next_key !== undefined) await sql`select part_ledger(${next_key}::bigint)`.execute(trx);
  });
  return (await listParts(db)).length > 0;
}

async function readThrough(db: Database, signal: AbortSignal | undefined): Promise<void> {
  // The statement is in a transaction, because a pooler may give the next statement another session, which would then be cancelled.
  await db.transaction().execute(async connection => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
    const cancel = () => void sql`select pg_cancel_backend(${rows[0]!.pid})`.execute(db).catch(() => {});
    signal?.addEventListener('abort', cancel);
    try {
      signal?.throwIfAborted();
      await sql`alter table deliveries validate constraint deliveries_first_part`.execute(connection);
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  });
}

/** Works in a transaction that fails rather than make everybody queue behind the lock for which it waits. */
async function briefly(db: Database, work: (trx: Database) => Promise<void>): Promise<void> {
  await inTransaction(db, async trx => {
    await giveUpSoon(trx);
    await work(trx);
  });
}

/** Partitions the ledger in the background, if the migration has not, and retries until it is done. */
export function startParting(db: Database, log: Log): Rounds {
  return startRounds(
    async signal => {
      try {
        return (await partLedger(db, signal)) ? 'never' : 'after_pause';
      } catch (error) {
        if (signal.aborted) return 'never'; // it was ended early
        throw error;
      }
    },
    { pause_ms: minute_ms, log, failure: 'the ledger could not be partitioned yet; this is tried again' },
  );
}

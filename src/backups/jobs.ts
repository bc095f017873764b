import { sql } from 'kysely';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { enqueue, type Job, type Jobs } from '../platform/jobs.ts';

/**
 * Enqueues the jobs that waited when the backup was made from which this database was restored; safe if several processes start
 * together. Jobs of kinds that no longer exist are dropped. Returns how many were enqueued.
 */
export async function enqueueRestoredJobs(
  db: Database,
  jobs: Jobs,
  declarations: readonly Job<object>[],
): Promise<number> {
  return inTransaction(db, async trx => {
    const { rows } = await sql<{
      name: string;
      singleton_key: string | null;
      data: object | null;
      start_after: string;
    }>`delete from restored_jobs returning *`.execute(trx);
    let enqueued = 0;
    for (const { name, singleton_key, data, start_after } of rows) {
      const job = declarations.find(job => job.name === name);
      if (!job || singleton_key === null) continue;
      await enqueue(trx, jobs, job, {
        key: singleton_key,
        payload: data ?? {},
        run_at: new Date(start_after),
      });
      enqueued += 1;
    }
    return enqueued;
  });
}

import type { Newsletter } from '../accounts/newsletter.ts';
import type { Database } from '../platform/database/connect.ts';
import { enqueue, type Job, type Jobs } from '../platform/jobs.ts';

/** Works through the bulk actions of a newsletter, one after another. */
export const runBulkActionsJob: Job<{ newsletter_key: number }> = {
  name: 'run_bulk_actions',
  policy: 'short',
};

/** Asks a worker to look at the newsletter's bulk actions, at `run_at` or now. */
export async function enqueueRun(
  trx: Database,
  jobs: Jobs,
  { key }: Pick<Newsletter, 'key'>,
  run_at?: Date,
): Promise<void> {
  await enqueue(trx, jobs, runBulkActionsJob, { key: String(key), payload: { newsletter_key: key }, run_at });
}

import type { Database } from '../platform/database/connect.ts';
import { enqueue, enqueueFirst, type Job, type Jobs } from '../platform/jobs.ts';
import type { Email } from './email.ts';

/** Starts sending an email when it is due. Worked on in sending/. */
export const startSending: Job<{ email_id: string }> = { name: 'start_sending', policy: 'short' };

/** Schedules the start for `run_at`; an earlier job for the same email, which a new one cannot have, is moved. */
export async function enqueueStart(
  trx: Database,
  jobs: Jobs,
  email: Email,
  run_at: Date,
  { is_new = false } = {},
): Promise<void> {
  const ask = is_new ? enqueueFirst : enqueue;
  await ask(trx, jobs, startSending, { key: email.id, payload: { email_id: email.id }, run_at });
}

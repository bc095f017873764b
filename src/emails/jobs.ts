import type { Database } from '../platform/database/connect.ts';
import { enqueue, type Job, type Jobs } from '../platform/jobs.ts';
import type { Email } from './email.ts';

/** To begin sending an email, when its time has come. Worked in sending/. */
export const startSending: Job<{ email_id: string }> = { name: 'start_sending', policy: 'short' };

/** Asks that the email be started at `run_at`; an earlier wish for the same email is moved. */
export async function enqueueStart(trx: Database, jobs: Jobs, email: Email, run_at: Date): Promise<void> {
  await enqueue(trx, jobs, startSending, { key: email.id, payload: { email_id: email.id }, run_at });
}

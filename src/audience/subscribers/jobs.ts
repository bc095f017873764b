import type { Database } from '../../platform/database/connect.ts';
import { enqueue, enqueueMany, type Job, type Jobs } from '../../platform/jobs.ts';

/**
 * Mails a subscriber the confirmation link, if `confirmation_mail_due`. Worked on in opt-in/. Service mails have their
 * own queue, so they do not wait behind emails to many.
 */
export const mailConfirmation: Job<{ subscriber_id: string }> = {
  name: 'mail_confirmation',
  policy: 'short',
};

/** Mails a new subscriber the newsletter's welcome, if it has one. Worked on in readers/. */
export const mailWelcome: Job<{ subscriber_id: string }> = { name: 'mail_welcome', policy: 'short' };

export async function enqueueWelcome(trx: Database, jobs: Jobs, subscriber_id: string): Promise<void> {
  await enqueue(trx, jobs, mailWelcome, { key: subscriber_id, payload: { subscriber_id } });
}

/** Requests the mail for `run_at` or now; an earlier request for the same subscriber is moved. */
export async function enqueueConfirmation(
  trx: Database,
  jobs: Jobs,
  subscriber_id: string,
  run_at?: Date,
): Promise<void> {
  await enqueue(trx, jobs, mailConfirmation, { key: subscriber_id, payload: { subscriber_id }, run_at });
}

/** Requests the mail for many new subscribers at once. */
export async function enqueueConfirmations(
  trx: Database,
  jobs: Jobs,
  subscriber_ids: string[],
): Promise<void> {
  const wanted = subscriber_ids.map(subscriber_id => ({ key: subscriber_id, payload: { subscriber_id } }));
  await enqueueMany(trx, jobs, mailConfirmation, wanted);
}

import type { Database } from '../../platform/database/connect.ts';
import { enqueue, type Job, type Jobs } from '../../platform/jobs.ts';

/**
 * To mail a subscriber the link that confirms the subscription, if `confirmation_mail_due`. Worked in opt-in/. Mail of
 * the service's own has a queue of its own: no campaign is before it.
 */
export const mailConfirmation: Job<{ subscriber_id: string }> = {
  name: 'mail_confirmation',
  policy: 'short',
};

/** To mail who has just become a subscriber what the newsletter says for a welcome, if anything. Worked in readers/. */
export const mailWelcome: Job<{ subscriber_id: string }> = { name: 'mail_welcome', policy: 'short' };

export async function enqueueWelcome(trx: Database, jobs: Jobs, subscriber_id: string): Promise<void> {
  await enqueue(trx, jobs, mailWelcome, { key: subscriber_id, payload: { subscriber_id } });
}

/** Asks that the mail go out at `run_at`, else at once; an earlier wish for the same subscriber is moved. */
export async function enqueueConfirmation(
  trx: Database,
  jobs: Jobs,
  subscriber_id: string,
  run_at?: Date,
): Promise<void> {
  await enqueue(trx, jobs, mailConfirmation, { key: subscriber_id, payload: { subscriber_id }, run_at });
}

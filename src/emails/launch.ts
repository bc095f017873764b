import type { Newsletter } from '../accounts/newsletter.ts';
import type { Database } from '../platform/database/connect.ts';
import type { EmailStatus } from '../platform/database/schema.ts';
import { DomainError } from '../platform/errors.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Email } from './email.ts';
import { enqueueStart } from './jobs.ts';
import { findDuplicate, lockDecision } from './queries.ts';

/**
 * If the email is now about_to_send or scheduled, schedules its start for when it is due, after the newsletter's undo
 * window. Throws `email_duplicate`, with the id of the other email, if the same mail has gone or will go to the same
 * people. Of two concurrent identical ones, one wins.
 */
export async function launch(
  trx: Database,
  jobs: Jobs,
  newsletter: Newsletter,
  email: Email,
  now: Date,
  { is_new = false } = {},
): Promise<void> {
  if (!goesOut(email.status)) return;
  if (email.source !== 'automation') {
    await lockDecision(trx, newsletter.key, `duplicate ${email.subject}`);
    const other = await findDuplicate(trx, email, email.id);
    if (other) {
      throw new DomainError(
        'email_duplicate',
        'An email with the same subject, body, tags and type has been sent or will be. Change this one, or keep it as a draft.',
        { email_id: other.id },
      );
    }
  }
  await enqueueStart(trx, jobs, email, dueDate(newsletter, email, now), { is_new });
}

/** Whether an email in this status is sent without further request. */
export function goesOut(status: EmailStatus): boolean {
  return status === 'about_to_send' || status === 'scheduled';
}

/** When the email is started: at its publish_date, or when the undo window since `now` is over. */
export function dueDate(newsletter: Newsletter, email: Email, now: Date): Date {
  if (email.status === 'scheduled') return new Date(email.publish_date!);
  return new Date(now.getTime() + newsletter.undo_seconds * 1000);
}

/** Throws `publish_date_missing` or `publish_date_invalid` unless the date is in the future. */
export function refusePast(publish_date: string | null, now: Date): void {
  if (publish_date === null)
    throw new DomainError(
      'publish_date_missing',
      'publish_date: a scheduled email needs a date. Send a timestamp in the future.',
    );
  if (new Date(publish_date) <= now)
    throw new DomainError(
      'publish_date_invalid',
      `publish_date: ${publish_date} is in the past. Send a timestamp in the future, or status about_to_send to send now.`,
    );
}

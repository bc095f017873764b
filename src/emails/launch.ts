import type { Newsletter } from '../accounts/newsletter.ts';
import type { Database } from '../platform/database/connect.ts';
import type { EmailStatus } from '../platform/database/schema.ts';
import { DomainError } from '../platform/errors.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Email } from './email.ts';
import { enqueueStart } from './jobs.ts';
import { findDuplicate, lockDecision } from './queries.ts';

/**
 * If the email is now about_to_send or scheduled: makes sure that it goes out when its time comes, the undo window of
 * the newsletter over. Throws `email_duplicate`, with the id of the other, when the same mail has gone to the same
 * people or will. Two identical ones at once: one wins.
 */
export async function launch(
  trx: Database,
  jobs: Jobs,
  newsletter: Newsletter,
  email: Email,
  now: Date,
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
  await enqueueStart(trx, jobs, email, dueDate(newsletter, email, now));
}

/** Whether an email of this status is mailed without anybody asking again. */
export function goesOut(status: EmailStatus): boolean {
  return status === 'about_to_send' || status === 'scheduled';
}

/** When the email is to be started: at its publish_date, or when the undo window since `now` is over. */
export function dueDate(newsletter: Newsletter, email: Email, now: Date): Date {
  if (email.status === 'scheduled') return new Date(email.publish_date!);
  return new Date(now.getTime() + newsletter.undo_seconds * 1000);
}

/** Throws `publish_date_missing` or `publish_date_invalid` unless the date lies ahead. */
export function refusePast(publish_date: string | null, now: Date): void {
  if (publish_date === null)
    throw new DomainError(
      'publish_date_missing',
      'publish_date: a scheduled email needs to know when. Send a timestamp that lies ahead.',
    );
  if (new Date(publish_date) <= now)
    throw new DomainError(
      'publish_date_invalid',
      `publish_date: ${publish_date} has passed. Send a timestamp that lies ahead, or status about_to_send to send now.`,
    );
}

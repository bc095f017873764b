import type { Caller } from '../accounts/caller.ts';
import type { Newsletter } from '../accounts/newsletter.ts';
import type { Database } from '../platform/database/connect.ts';
import type { EmailStatus } from '../platform/database/schema.ts';
import { DomainError, domainError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import type { WorkRows } from '../platform/work/claim.ts';
import { requestWork } from '../platform/work/request.ts';
import type { Email } from './email.ts';
import { findDuplicate, lockDecision } from './queries.ts';

/** The emails that `launch` makes due, to be started. */
export const launched: WorkRows = { table: 'emails', leaves: true };

/**
 * If the email is now about_to_send or scheduled, schedules its start for its due date. Throws `email_duplicate`, with the id of the other
 * email, if the same mail has gone or will go to the same people. Of two concurrent identical emails, one wins.
 */
export async function launch(trx: Database, newsletter: Newsletter, email: Email, now: Date): Promise<void> {
  if (!goesOut(email.status)) return;
  if (email.source !== 'automation') {
    await lockDecision(trx, newsletter.key, `duplicate ${email.subject}`);
    const other = await findDuplicate(trx, email, email.id);
    if (other) {
      throw new DomainError('email_duplicate', sentence('emails.duplicate'), { email_id: other.id });
    }
  }
  const due = dueDate(email);
  await requestWork(trx, 'emails', email.id, due > now ? due : null);
}

/** Whether an email in this status is sent without further request. */
export function goesOut(status: EmailStatus): boolean {
  return status === 'about_to_send' || status === 'scheduled';
}

/** Returns when an email that is about_to_send or scheduled is started: after its undo window, or at its publish_date. */
export function dueDate({ status, publish_date, undo_until, status_date }: Email): Date {
  return new Date(status === 'scheduled' ? publish_date! : (undo_until ?? status_date));
}

/** The undo window, in seconds, of a newsletter that has not set one. */
const usualUndoSeconds: Record<Caller['type'], number> = { person: 10, key: 0 };

/** Returns until when a send that such a caller requests at `now` can be undone. */
export function undoWindow(
  { undo_seconds }: Pick<Newsletter, 'undo_seconds'>,
  type: Caller['type'],
  now: Date,
): Date {
  return new Date(now.getTime() + (undo_seconds ?? usualUndoSeconds[type]) * 1000);
}

/** Throws `publish_date_missing` or `publish_date_invalid` unless the date is in the future. */
export function refusePast(publish_date: string | null, now: Date): void {
  if (publish_date === null) throw domainError('publish_date_missing', 'emails.date_missing');
  if (new Date(publish_date) <= now)
    throw domainError('publish_date_invalid', 'emails.date_past', { date: publish_date });
}

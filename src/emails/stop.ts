import type { Database } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { moveEmailRow } from './move.ts';
import { findUnsentEmail, listServed } from './queries.ts';

/**
 * Ends the sending that still goes on for the newsletter's emails, such as retries, because the newsletter is being deleted. Throws
 * `newsletter_in_use`, with the id of one such email, while an email is being sent, is about to be sent, or is scheduled.
 */
export async function stopEmails(trx: Database, newsletter_key: number): Promise<void> {
  const email = await findUnsentEmail(trx, newsletter_key);
  if (!email) return deleteServed(trx, newsletter_key);
  throw new DomainError(
    'newsletter_in_use',
    sentence(email.status === 'in_flight' ? 'emails.newsletter_sending' : 'emails.newsletter_sends', {
      status: email.status,
    }),
    { email_id: email.id },
  );
}

/**
 * Deletes the newsletter's emails that are still going out, for example with retries. No events are recorded, because the newsletter is
 * deleted, too.
 */
export async function deleteServed(trx: Database, newsletter_key: number): Promise<void> {
  for (const email of await listServed(trx, newsletter_key)) await moveEmailRow(trx, email, 'deleted', {});
}

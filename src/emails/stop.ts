import type { Database } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { deleteServed, findUnsentEmail } from './queries.ts';

/**
 * Ends what still goes out of the newsletter's emails, such as retries, because the newsletter is being deleted. Throws
 * `newsletter_in_use`, with the id of one such email, while an email is being sent, is about to be sent, or is scheduled.
 */
export async function stopEmails(trx: Database, newsletter_key: number): Promise<void> {
  const email = await findUnsentEmail(trx, newsletter_key);
  if (!email) return deleteServed(trx, newsletter_key);
  const remedy = email.status === 'in_flight' ? 'Wait until it is sent' : 'Delete it or make it a draft';
  throw new DomainError(
    'newsletter_in_use',
    `An email of this newsletter is ${email.status}. ${remedy}, then delete the newsletter.`,
    { email_id: email.id },
  );
}

import type { MailContext } from '../accounts/domains/mail-one.ts';
import { mailOwner } from '../accounts/domains/mail-owner.ts';
import { findNewsletterOf } from '../accounts/queries.ts';

/**
 * Mails the newsletter's own address that an automation's email waits as a draft, and for what; does nothing if it no
 * longer waits. Throws if the mail server is unavailable.
 */
export async function tellOfWaiting(
  context: MailContext & { base_url: string },
  email_id: string,
): Promise<void> {
  const email = await context.db
    .selectFrom('emails')
    .select(['subject', 'newsletter_key', 'status', 'status_reason', 'approval_state', 'approval_count'])
    .where('id', '=', email_id)
    .executeTakeFirst();
  if (email?.status !== 'draft') return;
  const newsletter = await findNewsletterOf(context.db, email);
  const address = `${context.base_url}/v1/emails/${email_id}`;
  const reason =
    email.approval_state === 'requested'
      ? `It would go to ${email.approval_count} recipients, and a second key has to approve that: POST ${address}/approval.`
      : email.status_reason;
  await mailOwner(context, newsletter, {
    about: 'waiting',
    subject: `An email of ${newsletter.name} waits for you: ${email.subject}`,
    paragraphs: [
      `An automation of ${newsletter.name} wrote the email "${email.subject}". It has not been sent and waits as a draft.`,
      reason,
      `Then send it with PATCH ${address} and {"status": "about_to_send"}.`,
    ],
  });
}

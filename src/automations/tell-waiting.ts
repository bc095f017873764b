import { findNewsletterOf } from '../accounts/queries.ts';
import { type NoticeContext, ownerNotice } from '../domains/mail-owner.ts';
import type { Printer } from '../letters/letter.ts';
import { counted } from '../platform/sentences/counted.ts';

/** Prints the letter that tells the newsletter's owner that an automation's email waits as a draft, and for what, while it waits. */
export function printWaiting({ db, clock, base_url }: NoticeContext): Printer {
  return async ({ subject: email_id }) => {
    const email = await db
      .selectFrom('emails')
      .select(['subject', 'newsletter_key', 'status', 'status_reason', 'approval_state', 'approval_count'])
      .where('id', '=', email_id)
      .executeTakeFirst();
    if (email?.status !== 'draft') return undefined;
    const newsletter = await findNewsletterOf(db, email);
    const address = `${base_url}/v1/emails/${email_id}`;
    const reason =
      email.approval_state === 'requested'
        ? `It would go to ${counted(email.approval_count ?? 0, 'recipient')}, and a second key has to approve that: POST ${address}/approval.`
        : email.status_reason;
    const notice = {
      about: 'waiting',
      subject: `An email of ${newsletter.name} waits for you: ${email.subject}`,
      paragraphs: [
        `An automation of ${newsletter.name} wrote the email "${email.subject}". It has not been sent and waits as a draft.`,
        reason,
        `Then send it with PATCH ${address} and {"status": "about_to_send"}.`,
      ],
    };
    return ownerNotice(newsletter, notice, clock());
  };
}

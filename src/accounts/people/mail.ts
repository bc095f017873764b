import { personLinkAddress } from '../../links/people.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import type { MailContext } from '../domains/mail-one.ts';
import { mailNotice } from '../domains/mail-owner.ts';
import { findNewsletterOf } from '../queries.ts';
import {
  findInvitation,
  findLink,
  findMailingNewsletter,
  findPersonByKey,
  settleInvitationMail,
  settleLinkMail,
} from './queries.ts';

type PersonMail = MailContext & { secret: Secret; base_url: string };

/**
 * Mails a sign-in link or an invitation, if its mail is due and it is still valid. Throws if the mail server is down, so
 * that it is tried again.
 */
export async function deliverToPerson(
  context: PersonMail,
  given: { link_id: string } | { invitation_id: string },
): Promise<void> {
  return 'link_id' in given ? mailLink(context, given.link_id) : mailInvitation(context, given.invitation_id);
}

async function mailLink(context: PersonMail, id: string): Promise<void> {
  const { db, base_url, secret, clock } = context;
  const link = await findLink(db, id, clock());
  const person = link?.mail_due ? await findPersonByKey(db, link.person_key) : undefined;
  const newsletter = person && (await findMailingNewsletter(db, person));
  if (!person || !newsletter) return;
  const site = new URL(base_url).host;
  await mailNotice(context, newsletter, {
    about: 'sign-in',
    is_private: true,
    to: person.email_address,
    subject: `Sign in to ${site}`,
    paragraphs: [
      `This link signs you in to ${site}. It works once, within 30 minutes:`,
      { url: personLinkAddress(base_url, secret, { id, kind: 'sign_in' }) },
      'If you did not request it, ignore this mail: nobody can sign in without the link.',
    ],
  });
  await settleLinkMail(db, id);
}

async function mailInvitation(context: PersonMail, id: string): Promise<void> {
  const { db, base_url, secret, clock } = context;
  const invitation = await findInvitation(db, id, clock());
  if (!invitation?.mail_due) return;
  const newsletter = await findNewsletterOf(db, invitation);
  const { role, email_address } = invitation;
  await mailNotice(context, newsletter, {
    about: 'invitation',
    is_private: true,
    to: email_address,
    subject: `You are invited to work on ${newsletter.name}`,
    paragraphs: [
      `You are invited to work on the newsletter ${newsletter.name} as ${article(role)} ${role}. Use this link to accept the invitation. It works once, within 7 days:`,
      { url: personLinkAddress(base_url, secret, { id, kind: 'mailed_invitation' }) },
      'If you were not expecting this invitation, ignore this mail.',
    ],
  });
  await settleInvitationMail(db, id);
}

function article(role: string): string {
  return /^[aeo]/.test(role) ? 'an' : 'a';
}

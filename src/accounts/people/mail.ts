import { noticeTo } from '../../domains/mail-owner.ts';
import type { Printer } from '../../letters/letter.ts';
import { personLinkAddress } from '../../links/people.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { findNewsletterOf } from '../queries.ts';
import { findOpenInvitation } from './open-invitations.ts';
import { findLink, findMailingNewsletter, findPersonByKey } from './queries.ts';

type PersonMail = { db: Database; clock: Clock; secret: Secret; base_url: string };

/** Prints the letter with a sign-in link, while the link is valid. */
export function printSignIn({ db, clock, secret, base_url }: PersonMail): Printer {
  return async ({ subject: id }) => {
    const link = await findLink(db, id, clock());
    const person = link && (await findPersonByKey(db, link.person_key));
    const newsletter = person && (await findMailingNewsletter(db, person));
    if (!person || !newsletter) return undefined;
    const site = new URL(base_url).host;
    const notice = {
      about: 'sign-in',
      is_private: true,
      to: person.email_address,
      subject: `Sign in to ${site}`,
      paragraphs: [
        `This link signs you in to ${site}. It works once, within 30 minutes:`,
        { url: personLinkAddress(base_url, secret, { id, kind: 'sign_in' }) },
        'If you did not request it, ignore this mail: nobody can sign in without the link.',
      ],
    };
    return noticeTo(newsletter, notice, clock());
  };
}

/** Prints the letter with an invitation, while that is open. */
export function printInvitation({ db, clock, secret, base_url }: PersonMail): Printer {
  return async ({ subject: id }) => {
    const invitation = await findOpenInvitation(db, id, clock());
    if (!invitation) return undefined;
    const newsletter = await findNewsletterOf(db, invitation);
    const { role, email_address } = invitation;
    const notice = {
      about: 'invitation',
      is_private: true,
      to: email_address,
      subject: `You are invited to work on ${newsletter.name}`,
      paragraphs: [
        `You are invited to work on the newsletter ${newsletter.name} as ${article(role)} ${role}. Use this link to accept the invitation. It works once, within 7 days:`,
        { url: personLinkAddress(base_url, secret, { id, kind: 'mailed_invitation' }) },
        'If you were not expecting this invitation, ignore this mail.',
      ],
    };
    return noticeTo(newsletter, notice, clock());
  };
}

function article(role: string): string {
  return /^[aeo]/.test(role) ? 'an' : 'a';
}

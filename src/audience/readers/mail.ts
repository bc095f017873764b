import { type MailContext, mailOne } from '../../accounts/domains/mail-one.ts';
import { themeOf } from '../../engines/rendering/look.ts';
import type { Theme } from '../../engines/rendering/theme.ts';
import { linkAddress, manageAddress } from '../../links/readers.ts';
import { unsubscribeAddress } from '../../links/unsubscribe.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';
import { enqueue, type Jobs } from '../../platform/jobs.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { compileSafely } from '../opt-in/confirmation.ts';
import { compileMail, printLetter } from '../opt-in/letter.ts';
import { findAsked } from '../opt-in/queries.ts';
import { mailableTypes, type Subscriber } from '../subscribers/subscriber.ts';
import { openTagDirectory } from '../tags/resolve.ts';
import { mailReaderLink } from './jobs.ts';
import { isOver } from './link.ts';
import { findLink, settleLinkMail } from './queries.ts';
import { compileWelcome } from './welcome.ts';

type ReaderMailContext = MailContext & { jobs: Jobs; theme: Theme; secret: Secret; base_url: string };

export type ReaderMails = {
  /** Mails the link, if it is due and still valid. Throws if no mail server is available, so the caller can retry. */
  link(link_id: string): Promise<void>;
  /**
   * Mails the newsletter's welcome to the subscriber, if it has one. Throws if no mail server is available, so the
   * caller can retry.
   */
  welcome(subscriber_id: string): Promise<void>;
};

/** Stands for no email: the link in a welcome unsubscribes like any other but is not counted for an email. */
const noEmail = '00000000-0000-0000-0000-000000000000';

/** The service mails to one reader. Throws ConfigError if the theme's mails cannot be read. */
export function openReaderMails(context: ReaderMailContext): ReaderMails {
  const { db, jobs, theme, secret, base_url, clock, log } = context;
  for (const name of ['sign_in', 'address_change'] as const) compileMail(theme, name);
  return {
    async link(link_id) {
      const link = await findLink(db, link_id);
      if (!link?.mail_due || isOver(link, clock())) return;
      const asked = await findAsked(db, link.subscriber_id);
      if (!asked) return;
      const { newsletter } = asked;
      const confirm_url = linkAddress(base_url, secret, newsletter, link);
      const letter = { to: link.address, message_id: `link.${link.id}`, values: { confirm_url } };
      const compiled =
        link.purpose === 'return'
          ? compileSafely(theme, newsletter, base_url, log)
          : compileMail(themeOf(theme, null, newsletter), link.purpose);
      const source = printLetter(compiled, newsletter, base_url, letter, clock());
      const about = { mail: link.purpose, subscriber: link.subscriber_id };
      const result = await mailOne(context, newsletter, { to: link.address, source, about });
      // A full or greylisting mailbox gets it later, while the link is valid.
      if (result.status === 'temporary') {
        const age = clock().getTime() - Date.parse(link.creation_date);
        const run_at = new Date(clock().getTime() + Math.max(age, 60_000));
        const wish = { key: link.id, payload: { link_id }, run_at };
        return inTransaction(db, trx => enqueue(trx, jobs, mailReaderLink, wish));
      }
      await settleLinkMail(db, link.key);
    },

    async welcome(subscriber_id) {
      const asked = await findAsked(db, subscriber_id);
      if (!asked || !isMailable(asked.subscriber)) return;
      const { subscriber, newsletter } = asked;
      if (newsletter.welcome_body.trim() === '') return;
      const unsubscribe_url = unsubscribeAddress(base_url, secret, { subscriber_id, email_id: noEmail });
      const letter = {
        to: subscriber.email_address,
        message_id: `welcome.${subscriber.id}.${Date.parse(subscriber.confirmation_date ?? subscriber.creation_date).toString(36)}`,
        values: {
          subscriber: {
            email: subscriber.email_address,
            type: subscriber.type,
            tags: (await openTagDirectory(db, newsletter.key)).names(subscriber.tags),
            // Until the address is confirmed, the metadata may be a stranger's words meant for somebody else.
            metadata: subscriber.confirmation_date ? subscriber.metadata : {},
          },
          unsubscribe_url,
          manage_subscription_url: manageAddress(base_url, secret, subscriber),
        },
        one_click_url: unsubscribe_url,
      };
      let source: readonly string[];
      try {
        source = printLetter(compileWelcome(theme, newsletter), newsletter, base_url, letter, clock());
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        return log.warn(
          { newsletter: newsletter.id, detail: error.detail },
          'the welcome mail could not be rendered',
        );
      }
      const about = { mail: 'welcome', subscriber: subscriber.id };
      await mailOne(context, newsletter, { to: subscriber.email_address, source, about });
    },
  };
}

function isMailable({ type }: Subscriber): boolean {
  const mailable: readonly string[] = mailableTypes;
  return mailable.includes(type);
}

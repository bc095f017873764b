import type { PrintedLetter } from '../../domains/mail-one.ts';
import { findPictures } from '../../emails/files/pictures.ts';
import { themeOf } from '../../engines/rendering/look.ts';
import type { Printer } from '../../letters/letter.ts';
import { linkAddress, manageAddress } from '../../links/readers.ts';
import { unsubscribeAddress } from '../../links/unsubscribe.ts';
import { DomainError } from '../../platform/errors.ts';
import { compileSafely } from '../opt-in/confirmation.ts';
import { compileMail, type LetterContext, printLetter } from '../opt-in/letter.ts';
import { findAsked } from '../opt-in/queries.ts';
import { mailableTypes, type Subscriber } from '../subscribers/subscriber.ts';
import { openTagDirectory } from '../tags/resolve.ts';
import { isOver } from './link.ts';
import { findLink } from './queries.ts';
import { compileWelcome } from './welcome.ts';

/** Stands for no email: the link in a welcome unsubscribes like any other but is not counted for an email. */
const noEmail = '00000000-0000-0000-0000-000000000000';

/** The letter with a reader's link, while the link is valid. Throws ConfigError if the theme's mails cannot be read. */
export function openReaderLinks({ db, theme, secret, base_url, clock, log }: LetterContext): Printer {
  for (const name of ['sign_in', 'address_change'] as const) compileMail(theme, name);
  return async ({ subject: link_id }) => {
    const link = await findLink(db, link_id);
    if (!link || isOver(link, clock())) return undefined;
    const asked = await findAsked(db, link.subscriber_id);
    if (!asked) return undefined;
    const { newsletter, subscriber } = asked;
    const { locale } = subscriber;
    const confirm_url = linkAddress(base_url, secret, newsletter, link);
    const letter = { to: link.address, message_id: `link.${link.id}`, values: { confirm_url } };
    const compiled =
      link.purpose === 'return'
        ? compileSafely(theme, newsletter, base_url, log, locale)
        : compileMail(themeOf(theme, null, newsletter, locale), link.purpose);
    const source = printLetter(compiled, newsletter, base_url, letter, clock());
    const about = { mail: link.purpose, subscriber: link.subscriber_id };
    return { newsletter, mail: { to: link.address, source, about } };
  };
}

/** The letter that welcomes a subscriber, if the newsletter has one and they still get mail. */
export function openWelcomes(context: LetterContext): Printer {
  return async ({ subject: subscriber_id }) => {
    const asked = await findAsked(context.db, subscriber_id);
    if (!asked || !isMailable(asked.subscriber) || asked.newsletter.welcome_body.trim() === '')
      return undefined;
    try {
      return await printWelcome(context, asked);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const about = { newsletter: asked.newsletter.id, detail: error.detail };
      context.log.warn(about, 'the welcome mail could not be rendered');
      return undefined;
    }
  };
}

async function printWelcome(
  { db, theme, secret, base_url, clock }: LetterContext,
  { subscriber, newsletter }: NonNullable<Awaited<ReturnType<typeof findAsked>>>,
): Promise<PrintedLetter> {
  const unsubscribe_url = unsubscribeAddress(base_url, secret, {
    subscriber_id: subscriber.id,
    email_id: noEmail,
  });
  const { id, email_address, confirmation_date, creation_date, type } = subscriber;
  const letter = {
    to: email_address,
    message_id: `welcome.${id}.${Date.parse(confirmation_date ?? creation_date).toString(36)}`,
    values: {
      subscriber: {
        email: email_address,
        type,
        tags: (await openTagDirectory(db, newsletter.key)).names(subscriber.tags),
        // Until the address is confirmed, the metadata may be a stranger's words meant for somebody else.
        metadata: confirmation_date ? subscriber.metadata : {},
      },
      unsubscribe_url,
      manage_subscription_url: manageAddress(base_url, secret, subscriber),
    },
    one_click_url: unsubscribe_url,
  };
  const pictures = await findPictures(db, newsletter.key, newsletter.welcome_body);
  const compiled = compileWelcome(theme, newsletter, pictures, subscriber.locale);
  const source = printLetter(compiled, newsletter, base_url, letter, clock());
  return { newsletter, mail: { to: email_address, source, about: { mail: 'welcome', subscriber: id } } };
}

function isMailable({ type }: Subscriber): boolean {
  const mailable: readonly string[] = mailableTypes;
  return mailable.includes(type);
}

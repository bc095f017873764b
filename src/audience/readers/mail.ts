import type { PrintedLetter } from '../../domains/mail-one.ts';
import { findPictures } from '../../emails/files/pictures.ts';
import { themeOf } from '../../engines/rendering/look.ts';
import type { Printer } from '../../letters/letter.ts';
import { linkAddress } from '../../links/readers.ts';
import { DomainError } from '../../platform/errors.ts';
import { compileSafely } from '../opt-in/confirmation.ts';
import { compileMail, type LetterContext, printLetter } from '../opt-in/letter.ts';
import { type Asked, findAsked } from '../opt-in/queries.ts';
import { isMailed } from '../standing/type.ts';
import { isOver } from './link.ts';
import { findLink } from './queries.ts';
import { valuesOfReader } from './values.ts';
import { compileWelcome } from './welcome.ts';

/** Prints the letter with a reader's link, while the link is valid. */
export function openReaderLinks({ db, theme, secret, base_url, clock, log }: LetterContext): Printer {
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

/** Prints the letter that welcomes a subscriber, if the newsletter has one and they still get mail. */
export function openWelcomes(context: LetterContext): Printer {
  return async ({ subject: subscriber_id }) => {
    const asked = await findAsked(context.db, subscriber_id);
    if (!asked || !isMailed(asked.subscriber) || asked.newsletter.welcome_body.trim() === '')
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
  context: LetterContext,
  { subscriber, newsletter }: Asked,
): Promise<PrintedLetter> {
  const { db, theme, base_url, clock } = context;
  const { id, email_address, confirmation_date, creation_date } = subscriber;
  const values = await valuesOfReader(context, { subscriber, newsletter });
  const letter = {
    to: email_address,
    message_id: `welcome.${id}.${Date.parse(confirmation_date ?? creation_date).toString(36)}`,
    values,
    one_click_url: values.unsubscribe_url,
  };
  const pictures = await findPictures(db, newsletter.key, newsletter.welcome_body);
  const compiled = compileWelcome(theme, newsletter, pictures, subscriber.locale);
  const source = printLetter(compiled, newsletter, base_url, letter, clock());
  return { newsletter, mail: { to: email_address, source, about: { mail: 'welcome', subscriber: id } } };
}

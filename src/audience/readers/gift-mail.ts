import type { PrintedLetter } from '../../domains/mail-one.ts';
import { findPictures } from '../../emails/files/pictures.ts';
import { themeOf } from '../../engines/rendering/look.ts';
import type { CompiledMessage } from '../../engines/rendering/message.ts';
import type { Printer } from '../../letters/letter.ts';
import { DomainError } from '../../platform/errors.ts';
import { compileMail, type LetterContext, printLetter } from '../opt-in/letter.ts';
import { type Asked, findAsked } from '../opt-in/queries.ts';
import { endedGift, endingGift, overOf } from '../standing/ends.ts';
import type { Grant } from '../standing/grant.ts';
import { grantsOf } from '../standing/queries.ts';
import { isMailed } from '../standing/type.ts';
import { buttonOf, compileGiftMail, type GiftMail } from './gift.ts';
import { findGiven } from './queries.ts';
import { valuesOfReader } from './values.ts';

/**
 * The letters about gifts and trials, to readers who get mail. Each letter states what is true when it is printed: a gift that has been
 * taken back is not announced, nor an end that has moved. Throws ConfigError if the theme's mails cannot be read.
 */
export function openGiftMails(context: LetterContext): Record<`mail_${GiftMail}`, Printer> {
  const { db, clock } = context;
  const printers = (mail: GiftMail, find: (subject: string) => Promise<Given | undefined>) => {
    const printer: Printer = async ({ subject }) => {
      const given = await find(subject);
      return given && isMailed(given.subscriber) ? printGiftMail(context, mail, given) : undefined;
    };
    return printer;
  };
  const about = (choose: typeof endedGift) => async (subscriber_id: string) => {
    const asked = await findAsked(db, subscriber_id);
    if (!asked) return undefined;
    const { key } = asked.subscriber;
    const grant = choose((await grantsOf(db, [key])).get(key) ?? [], clock());
    return grant && { ...asked, grant };
  };
  return {
    mail_gift: printers('gift', async grant_id => {
      const found = await findGiven(db, grant_id);
      const asked = found && (await findAsked(db, found.subscriber_id));
      if (!asked) return undefined;
      const over = overOf(found.grant);
      const isOver = over !== null && Date.parse(over) <= clock().getTime();
      return isOver ? undefined : { ...asked, grant: found.grant };
    }),
    mail_ending: printers('ending', about(endingGift)),
    mail_ended: printers('ended', about(endedGift)),
  };
}

type Given = Asked & { grant: Grant };

async function printGiftMail(
  context: LetterContext,
  mail: GiftMail,
  { subscriber, newsletter, grant }: Given,
): Promise<PrintedLetter> {
  const { base_url, clock, theme } = context;
  const { id, kind, message, end_date } = grant;
  const { words } = themeOf(theme, null, newsletter, subscriber.locale);
  const reader = await valuesOfReader(context, { subscriber, newsletter });
  const letter = {
    to: subscriber.email_address,
    message_id: `${mail}.${id}`,
    values: {
      ...reader,
      confirm_url: buttonOf(mail, newsletter, base_url),
      grant: { kind, message, end: end_date === null ? '' : words.date(end_date, newsletter.timezone) },
    },
    one_click_url: reader.unsubscribe_url,
  };
  const compiled = await compileSafely(context, newsletter, mail, subscriber.locale);
  const source = printLetter(compiled, newsletter, base_url, letter, clock());
  return { newsletter, mail: { to: letter.to, source, about: { mail, subscriber: subscriber.id } } };
}

/** Like compileGiftMail, but if the newsletter's own words cannot be used, the mail has the theme's. */
async function compileSafely(
  { db, theme, log }: LetterContext,
  newsletter: Asked['newsletter'],
  mail: GiftMail,
  locale: string,
): Promise<CompiledMessage> {
  try {
    const pictures = await findPictures(db, newsletter.key, newsletter[`${mail}_text`]);
    return compileGiftMail(theme, newsletter, mail, pictures, locale);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    log.warn(
      { newsletter: newsletter.id, mail, detail: error.detail },
      'the text of a mail about a gift or trial could not be used; the usual one was sent',
    );
    return compileMail(themeOf(theme, null, newsletter, locale), mail);
  }
}

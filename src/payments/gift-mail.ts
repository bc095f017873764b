import { findNewsletterOf } from '../accounts/queries.ts';
import { compileMail, type LetterContext, printLetter } from '../audience/opt-in/letter.ts';
import type { PrintedLetter } from '../domains/mail-one.ts';
import { themeOf } from '../engines/rendering/look.ts';
import type { Printer } from '../letters/letter.ts';
import { giftAddress } from '../links/gifts.ts';
import { findAccountByKey } from './account-queries.ts';
import type { Gift } from './gift.ts';
import { findBuyer, findGift } from './gift-queries.ts';

/**
 * The mails about a gift that somebody buys: to the recipient, with the link; to the buyer, that it is paid for, and later that it was
 * accepted.
 */
type Mail = 'gift_offer' | 'gift_bought' | 'gift_accepted';

/** The states of the gift in which each mail is still true. */
const wanted: Record<Mail, readonly Gift['state'][]> = {
  gift_offer: ['paid'],
  gift_bought: ['paid', 'accepted'],
  gift_accepted: ['accepted'],
};

/** Returns the printers of the letters about bought gifts. */
export function openBoughtGiftMails(context: LetterContext): Record<`mail_${Mail}`, Printer> {
  const printerOf = (mail: Mail): Printer => {
    return async ({ subject }) => {
      const gift = await findGift(context.db, subject);
      return gift && wanted[mail].includes(gift.state) ? print(context, mail, gift) : undefined;
    };
  };
  return {
    mail_gift_offer: printerOf('gift_offer'),
    mail_gift_bought: printerOf('gift_bought'),
    mail_gift_accepted: printerOf('gift_accepted'),
  };
}

async function print(
  { db, theme, secret, base_url, clock }: LetterContext,
  mail: Mail,
  gift: Gift,
): Promise<PrintedLetter | undefined> {
  const account = await findAccountByKey(db, gift.account_key);
  const buyer = await findBuyer(db, gift);
  if (!account || (!buyer && mail !== 'gift_offer')) return undefined;
  const newsletter = await findNewsletterOf(db, account);
  const isForBuyer = mail !== 'gift_offer';
  const to = isForBuyer ? buyer!.email_address : gift.recipient_address;
  const spoken = themeOf(theme, null, newsletter, isForBuyer ? buyer!.locale : '');
  const dayOf = (date: string | null) => (date === null ? '' : spoken.words.date(date, newsletter.timezone));
  const values = {
    confirm_url: isForBuyer ? '' : giftAddress(base_url, secret, newsletter, gift.id),
    grant: {
      kind: 'gift',
      message: gift.message,
      end: dayOf(gift.end_date),
      giver: buyer?.email_address ?? '',
      recipient: gift.recipient_address,
      lasts: gift.lasts,
      day: dayOf(gift.deliver_date),
    },
  };
  const letter = { to, message_id: `${mail}.${gift.id}`, values };
  const source = printLetter(compileMail(spoken, mail), newsletter, base_url, letter, clock());
  return { newsletter, mail: { to, source, about: { mail, gift: gift.id } } };
}

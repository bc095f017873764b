import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Printer } from '../../letters/letter.ts';
import { confirmAddress } from '../../links/confirmation.ts';
import { readersAddress } from '../../links/site.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';
import { compileSafely } from './confirmation.ts';
import { type LetterContext, printLetter } from './letter.ts';
import { findAsked } from './queries.ts';

/** Prints the letter that asks a subscriber to confirm, while they have not. */
export function openConfirmations(context: LetterContext): Printer {
  const { db, secret, base_url } = context;
  return async ({ subject: subscriber_id }) => {
    const asked = await findAsked(db, subscriber_id);
    if (asked?.subscriber.type !== 'unactivated') return undefined;
    const { subscriber, newsletter } = asked;
    const confirm_url = confirmAddress(readersAddress(base_url, newsletter), secret, subscriber);
    return {
      newsletter,
      mail: {
        to: subscriber.email_address,
        source: print(context, newsletter, subscriber, confirm_url),
        about: { mail: 'confirmation', subscriber: subscriber.id },
      },
    };
  };
}

/**
 * The Message-ID is the same for the same request. The mail contains nothing that the subscriber, or somebody posing as
 * them, has written.
 */
function print(
  { theme, base_url, clock, log }: LetterContext,
  newsletter: Newsletter,
  subscriber: Subscriber,
  confirm_url: string,
): readonly string[] {
  const { id, reminder_date, creation_date, locale } = subscriber;
  const message_id = `confirm.${id}.${Date.parse(reminder_date ?? creation_date).toString(36)}`;
  const letter = { to: subscriber.email_address, message_id, values: { confirm_url } };
  const compiled = compileSafely(theme, newsletter, base_url, log, locale);
  return printLetter(compiled, newsletter, base_url, letter, clock());
}

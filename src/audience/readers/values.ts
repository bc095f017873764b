import { manageAddress } from '../../links/readers.ts';
import { referralAddress } from '../../links/referrals.ts';
import { homeAddress, readersAddress } from '../../links/site.ts';
import { ownAddresses } from '../../links/unsubscribe.ts';
import type { LetterContext } from '../opt-in/letter.ts';
import type { Asked } from '../opt-in/queries.ts';
import { openTagDirectory } from '../tags/resolve.ts';

/** The id that stands for no email: the link in a letter unsubscribes like any other but is not counted for an email. */
export const noEmail = '00000000-0000-0000-0000-000000000000';

/** Returns what a letter to this reader can say about them. */
export async function valuesOfReader(
  { db, secret, base_url: installation }: LetterContext,
  { subscriber, newsletter }: Asked,
) {
  const base_url = readersAddress(installation, newsletter);
  const { id, email_address, confirmation_date, type, tags, metadata } = subscriber;
  return {
    subscriber: {
      email: email_address,
      type,
      tags: (await openTagDirectory(db, newsletter.key)).names(tags),
      // Until the address is confirmed, the metadata may be a stranger's words meant for somebody else.
      metadata: confirmation_date ? metadata : {},
    },
    ...ownAddresses(base_url, secret, { subscriber_id: id, email_id: noEmail }),
    referral_url: referralAddress(homeAddress(installation, newsletter), id),
    manage_subscription_url: manageAddress(base_url, secret, subscriber),
  };
}

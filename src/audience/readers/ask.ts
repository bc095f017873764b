import type { Newsletter } from '../../accounts/newsletter.ts';
import { requestLetter } from '../../letters/request.ts';
import type { LinkPurpose } from '../../links/readers.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids.ts';
import { mayEnter } from '../standing/type.ts';
import { lockSubscriber } from '../subscribers/queries.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';
import { linkRules } from './link.ts';
import { countLinks, insertLink } from './queries.ts';

/**
 * Requests a mail with a link for `address`, unless the limit is reached. `subscriber` is locked. Returns nothing, so that the page cannot
 * reveal which of the two happened.
 */
export async function askLink(
  trx: Database,
  subscriber: Subscriber,
  purpose: LinkPurpose,
  address: string,
  now: Date,
  back = '',
): Promise<void> {
  const { at_most, within } = linkRules[purpose];
  const since = new Date(now.getTime() - within);
  if ((await countLinks(trx, subscriber.key, purpose, since)) >= at_most) return;
  const id = newId();
  await insertLink(trx, {
    id,
    subscriber_key: subscriber.key,
    purpose,
    address,
    normal_address: subscriber.normal_address,
    creation_date: now.toISOString(),
    back,
  });
  await requestLetter(trx, 'mail_reader_link', id);
}

/**
 * Requests a sign-in link for `address`, if it belongs to a subscriber who may sign in (`mayEnter`). The link leads to `back` below the
 * newsletter's home.
 */
export async function askSignIn(
  db: Database,
  newsletter: Newsletter,
  address: string,
  now: Date,
  back: string,
): Promise<void> {
  await inTransaction(db, async trx => {
    const subscriber = await lockSubscriber(trx, newsletter.key, address);
    if (!subscriber || !mayEnter(subscriber)) return;
    await askLink(trx, subscriber, 'sign_in', subscriber.email_address, now, back);
  });
}

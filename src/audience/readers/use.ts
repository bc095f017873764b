import type { Newsletter } from '../../accounts/newsletter.ts';
import { requestLetter } from '../../letters/request.ts';
import type { LinkPurpose } from '../../links/readers.ts';
import { readLinkId } from '../../links/readers.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { findAsked } from '../opt-in/queries.ts';
import { noteUnpaid } from '../standing/joining.ts';
import { mayEnter } from '../standing/type.ts';
import { lockSubscriber, updateSubscriberRow } from '../subscribers/queries.ts';
import { settleStandings } from '../subscribers/settle.ts';
import { type Subscriber, subscriberUpdate } from '../subscribers/subscriber.ts';
import { mailChange, recordChanges, updateSubscriber } from '../subscribers/update.ts';
import { isOver, type ReaderLink } from './link.ts';
import { findLink, noteUse } from './queries.ts';

type Found = { link: ReaderLink; subscriber: Subscriber; newsletter: Newsletter };
type Reading = { secret: Secret; token: string; purpose: LinkPurpose; now: Date };

/** Returns what the link can be used for now; undefined if it is used, expired, forged, or of another kind. Changes nothing. */
export async function findGoodLink(
  db: Database,
  { secret, token, purpose, now }: Reading,
): Promise<Found | undefined> {
  const id = readLinkId(secret, token);
  const link = id === null ? undefined : await findLink(db, id);
  if (link?.purpose !== purpose || isOver(link, now)) return undefined;
  const asked = await findAsked(db, link.subscriber_id);
  return asked && isMeant(link, asked.subscriber) ? { link, ...asked } : undefined;
}

/** Uses the link for its purpose, and marks it as used. Undefined, changing nothing, under the conditions of findGoodLink. */
export async function useLink(db: Database, reading: Reading): Promise<Found | 'taken' | undefined> {
  try {
    return await inTransaction(db, async trx => {
      const found = await findGoodLink(trx, reading);
      if (!found) return undefined;
      const subscriber = await lockSubscriber(trx, found.newsletter.key, found.subscriber.id);
      if (!subscriber || !isMeant(found.link, subscriber)) return undefined;
      if (!(await noteUse(trx, found.link.key, reading.now))) return undefined;
      return { ...found, subscriber: await act(trx, { ...found, subscriber }, reading.now) };
    });
  } catch (error) {
    // The transaction was rolled back, so the link is still valid, but another subscriber has the address.
    if (error instanceof DomainError && error.code === 'email_already_exists') return 'taken';
    throw error;
  }
}

/** A link is valid only for the person it was mailed to, and no longer once they have changed their address, left, or come back. */
function isMeant({ purpose, normal_address }: ReaderLink, subscriber: Subscriber): boolean {
  if (normal_address !== subscriber.normal_address) return false;
  const { type } = subscriber;
  if (purpose === 'address_change') return type !== 'blocked';
  return purpose === 'sign_in' ? mayEnter(subscriber) : returningTypes.includes(type);
}

/** Types that may subscribe again through a mailed link, which proves that the mailbox is theirs and works. */
export const returningTypes: readonly string[] = ['unsubscribed', 'complained', 'undeliverable', 'removed'];

async function act(trx: Database, { link, subscriber, newsletter }: Found, now: Date): Promise<Subscriber> {
  if (link.purpose === 'address_change') {
    // The mailbox that bounced was the old one.
    if (subscriber.mail_state === 'undeliverable')
      await recordChanges(
        trx,
        subscriber,
        await updateSubscriberRow(trx, subscriber.key, mailChange(subscriber, 'subscribed')),
      );
    return updateSubscriber(
      trx,
      newsletter,
      subscriber.id,
      subscriberUpdate.parse({ email_address: link.address }),
    );
  }
  if (link.purpose === 'sign_in') return subscriber;
  const changes = { ...mailChange(subscriber, 'subscribed'), confirmation_date: new Date().toISOString() };
  const after = await updateSubscriberRow(trx, subscriber.key, changes);
  await recordChanges(trx, subscriber, after);
  if (await noteUnpaid(trx, newsletter, after.key, now))
    await settleStandings(trx, newsletter.key, [after.key], now);
  await requestLetter(trx, 'mail_welcome', after.id);
  return after;
}

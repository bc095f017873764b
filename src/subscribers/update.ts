import type { Newsletter } from '../accounts/newsletter.ts';
import { type EventType, recordEvent } from '../events/record.ts';
import { type Database, inTransaction, violates } from '../platform/database/connect.ts';
import type { SubscriberType } from '../platform/database/schema.ts';
import { DomainError, notFound } from '../platform/errors.ts';
import { normalAddress } from '../platform/mail/address.ts';
import { resolveOrCreateTags } from '../tags/resolve.ts';
import { deleteSubscriberRow, insertSuppression, lockSubscriber, updateSubscriberRow } from './queries.ts';
import { goneTypes, mailableTypes, type Subscriber, type SubscriberUpdate } from './subscriber.ts';
import { hashAddress } from './suppression.ts';

/**
 * Changes what `changes` names. Throws `not_found`, `tag_invalid`, `email_already_exists` for an address of somebody
 * else, and `subscriber_suppressed` for the wish to mail again who has complained.
 */
export async function updateSubscriber(
  db: Database,
  newsletter: Newsletter,
  word: string,
  changes: SubscriberUpdate,
): Promise<Subscriber> {
  return inTransaction(db, async trx => {
    const before = await lockSubscriber(trx, newsletter.key, word);
    if (!before) throw notFound('subscriber');
    const { tags, metadata, email_address, type, ...texts } = changes;
    if (type !== undefined) refuseRevival(before, type);
    const after = await updateSubscriberRow(trx, before.key, {
      ...texts,
      ...(tags && { tags: await resolveOrCreateTags(trx, newsletter.key, tags) }),
      ...(metadata && { metadata: JSON.stringify(metadata) }),
      ...(email_address && { email_address, normal_address: normalAddress(email_address) }),
      ...(type !== undefined && type !== before.type && typeChange(before, type)),
    }).catch(error => {
      if (!violates(error, 'subscribers_address_unique')) throw error;
      throw new DomainError(
        'email_already_exists',
        `email_address: another subscriber has the address ${email_address}.`,
      );
    });
    await recordChanges(trx, before, after);
    return after;
  });
}

/**
 * Ends the subscription, at once and for mail that is queued as well. Whoever has left already is left as they are.
 * Returns whether there is such a subscriber at all.
 */
export async function unsubscribe(
  trx: Database,
  newsletter_key: number,
  subscriber_id: string,
  reason: string,
): Promise<boolean> {
  const before = await lockSubscriber(trx, newsletter_key, subscriber_id);
  if (!before) return false;
  if (goneTypes.includes(before.type)) return true;
  const after = await updateSubscriberRow(trx, before.key, {
    ...typeChange(before, 'unsubscribed'),
    unsubscription_reason: reason,
  });
  await recordChanges(trx, before, after);
  return true;
}

/** Removes the person's data and keeps an unreadable mark, so that an import does not bring them back. Throws `not_found`. */
export async function deleteSubscriber(
  db: Database,
  newsletter: Newsletter,
  word: string,
  secret: Buffer,
): Promise<void> {
  await inTransaction(db, async trx => {
    const subscriber = await lockSubscriber(trx, newsletter.key, word);
    if (!subscriber) throw notFound('subscriber');
    await deleteSubscriberRow(trx, subscriber.key);
    await insertSuppression(
      trx,
      newsletter.key,
      hashAddress(secret, newsletter.id, subscriber.normal_address),
    );
    await recordEvent(trx, newsletter.key, {
      event_type: 'subscriber.deleted',
      subscriber_id: subscriber.id,
    });
  });
}

function refuseRevival({ id, type: present }: Subscriber, type: SubscriberType): void {
  const mailable: readonly SubscriberType[] = mailableTypes;
  if (present !== 'complained' || !mailable.includes(type)) return;
  throw new DomainError(
    'subscriber_suppressed',
    'type: this person reported a mail as spam; only they themselves can sign up again.',
    { subscriber_id: id },
  );
}

function typeChange(before: Subscriber, type: SubscriberType) {
  const now = new Date().toISOString();
  return {
    type,
    unsubscription_date: type === 'unsubscribed' ? now : null,
    confirmation_date:
      before.type === 'unactivated' && type !== 'unsubscribed' && type !== 'blocked'
        ? now
        : before.confirmation_date,
  };
}

async function recordChanges(trx: Database, before: Subscriber, after: Subscriber): Promise<void> {
  const events: [EventType, object][] = [['subscriber.updated', {}]];
  if (before.type !== after.type) {
    events.push(['subscriber.type.changed', { from: before.type, to: after.type }]);
    if (after.type === 'unsubscribed') events.push(['subscriber.unsubscribed', {}]);
    if (after.confirmation_date !== before.confirmation_date) events.push(['subscriber.confirmed', {}]);
  }
  if (before.tags.join() !== after.tags.join()) events.push(['subscriber.tags.changed', {}]);
  for (const [event_type, data] of events) {
    await recordEvent(trx, after.newsletter_key, { event_type, subscriber_id: after.id, data });
  }
}

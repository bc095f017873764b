import { type Event, type EventType, recordEvents } from '../../accounts/events/record.ts';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { onlyChanges } from '../../platform/changes.ts';
import { type Database, inTransaction, violates } from '../../platform/database/connect.ts';
import type { SubscriberType } from '../../platform/database/schema.ts';
import { DomainError, notFound } from '../../platform/errors.ts';
import type { Collision } from '../../platform/http/collision.ts';
import { changeTwoNames } from '../../platform/http/two-names.ts';
import { normalAddress } from '../../platform/mail/address.ts';
import { openTagDirectory, resolveOrCreateTags } from '../tags/resolve.ts';
import { lockSubscriber, updateSubscriberRow } from './queries.ts';
import { goneTypes, type Subscriber, type SubscriberUpdate, settableTypes } from './subscriber.ts';

/**
 * Changes what `changes` names; with the collision `add`, tags and metadata are added to those that are there. Throws `not_found`, `tag_invalid`, `email_already_exists` for an address of somebody
 * else, and `subscriber_suppressed` for the wish to make anything else of who has complained.
 */
export async function updateSubscriber(
  db: Database,
  newsletter: Newsletter,
  word: string,
  changes: SubscriberUpdate,
  collision: Collision = 'refuse',
): Promise<Subscriber> {
  return inTransaction(db, async trx => {
    const { tags: words, metadata, email_address: address, email, type, subscriber_type, ...texts } = changes;
    // Tags first and then the subscriber, as a create does, so that the two never wait for each other in a circle.
    const tags = words && (await resolveOrCreateTags(trx, newsletter.key, words));
    const before = await lockSubscriber(trx, newsletter.key, word);
    if (!before) throw notFound('subscriber');
    const email_address = changeTwoNames(before.email_address, { email_address: address, email });
    const new_type = changeTwoNames(before.type, { type, subscriber_type });
    if (new_type !== undefined) refuseType(before, new_type);
    const given = collision === 'add' ? addedTo(before, { tags, metadata }) : { tags, metadata };
    const wanted = onlyChanges(await asShown(trx, before), { ...texts, ...given });
    if (!new_type && !email_address && Object.keys(wanted).length === 0) return before;
    const { metadata: new_metadata, ...columns } = wanted;
    const after = await updateSubscriberRow(trx, before.key, {
      ...(new_type && typeChange(before, new_type)),
      ...columns,
      ...(new_metadata && { metadata: JSON.stringify(new_metadata) }),
      ...(email_address && { email_address, normal_address: normalAddress(email_address) }),
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

/** The tags and the metadata of a subscriber to whom these are added. */
export function addedTo(
  present: Pick<Subscriber, 'tags' | 'metadata'>,
  { tags = [], metadata = {} }: { tags?: number[]; metadata?: Record<string, unknown> },
) {
  return {
    tags: [...new Set([...present.tags, ...tags])],
    metadata: { ...(present.metadata as object), ...metadata },
  };
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

/** The subscriber without tags that are gone, which clients do not see. */
async function asShown(trx: Database, subscriber: Subscriber): Promise<Subscriber> {
  if (subscriber.tags.length === 0) return subscriber;
  const tags = await openTagDirectory(trx, subscriber.newsletter_key);
  return { ...subscriber, tags: tags.present(subscriber.tags) };
}

function refuseType({ id, type: present }: Subscriber, type: SubscriberType): void {
  const settable: readonly SubscriberType[] = settableTypes;
  if (!settable.includes(type)) {
    throw new DomainError(
      'request_invalid',
      `type: only the service makes ${type} of a subscriber; use one of ${settable.join(', ')}.`,
    );
  }
  // Nor by way of another type, which would be a revival in two steps.
  if (present !== 'complained') return;
  throw new DomainError(
    'subscriber_suppressed',
    'type: this person reported a mail as spam; only they themselves can sign up again.',
    { subscriber_id: id },
  );
}

/** The columns that change with the type: the dates and the reason tell of the present one. */
export function typeChange(before: Pick<Subscriber, 'type' | 'confirmation_date'>, type: SubscriberType) {
  const now = new Date().toISOString();
  return {
    type,
    unsubscription_date: type === 'unsubscribed' ? now : null,
    unsubscription_reason: '',
    type_before_pause: type === 'paused' ? before.type : null,
    confirmation_date:
      before.type === 'unactivated' && type !== 'unsubscribed' && type !== 'blocked'
        ? now
        : before.confirmation_date,
  };
}

export async function recordChanges(trx: Database, before: Subscriber, after: Subscriber): Promise<void> {
  const events = changesOf(before, after);
  // Without the addresses: the journal outlives a person who is erased.
  if (before.normal_address !== after.normal_address)
    events.push({ event_type: 'subscriber.changed_email', subscriber_id: after.id });
  await recordEvents(trx, after.newsletter_key, events);
}

type State = Pick<Subscriber, 'id' | 'type' | 'tags' | 'confirmation_date'>;

/** The events that a change of a subscriber leaves. */
export function changesOf(before: State, after: State): Event[] {
  const events: [EventType, object][] = [['subscriber.updated', {}]];
  if (before.type !== after.type) {
    const move = { from: before.type, to: after.type };
    events.push(['subscriber.type.changed', move]);
    for (const event_type of movesNamed(before.type, after.type)) events.push([event_type, move]);
    if (after.type === 'unsubscribed') events.push(['subscriber.unsubscribed', {}]);
    if (after.confirmation_date !== before.confirmation_date) events.push(['subscriber.confirmed', {}]);
  }
  if (before.tags.join() !== after.tags.join()) events.push(['subscriber.tags.changed', {}]);
  return events.map(([event_type, data]) => ({ event_type, subscriber_id: after.id, data }));
}

/** The names that the current public API has for a change of type. Nothing is charged here: paying is a type. */
function movesNamed(from: SubscriberType, to: SubscriberType): EventType[] {
  // These are paying already; who was paused comes back to what they were.
  const paidBefore: SubscriberType[] = ['churning', 'past_due', 'paused'];
  return [
    ...(to === 'premium' && !paidBefore.includes(from) ? (['subscriber.paid'] as const) : []),
    ...(to === 'churned' ? (['subscriber.churned'] as const) : []),
    ...(to === 'paused' ? (['subscriber.paused'] as const) : []),
    ...(from === 'paused' ? (['subscriber.resumed'] as const) : []),
    ...(to === 'trialed' ? (['subscriber.trial_started'] as const) : []),
    ...(from === 'trialed' ? (['subscriber.trial_ended'] as const) : []),
  ];
}

import { isDeepStrictEqual } from 'node:util';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { type Event, type EventType, recordEvents } from '../../journal/record.ts';
import { onlyChanges } from '../../platform/changes.ts';
import { type Database, inTransaction, violates } from '../../platform/database/connect.ts';
import type { MailState, Standing, SubscriberType } from '../../platform/database/schema.ts';
import { DomainError, domainError, found } from '../../platform/errors.ts';
import type { Collision } from '../../platform/http/collision.ts';
import { changeTwoNames } from '../../platform/http/two-names.ts';
import { normalAddress } from '../../platform/mail/address.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { columnsOf } from '../standing/columns.ts';
import { grantsOf } from '../standing/queries.ts';
import { grantOf, typeOf, wordOf } from '../standing/type.ts';
import { replaceWords, type Saying } from '../standing/words.ts';
import { openTagDirectory, resolveOrCreateTags } from '../tags/resolve.ts';
import { textNames } from './fields.ts';
import { lockSubscriber, noteLeft, type SubscriberState, updateSubscriberRow } from './queries.ts';
import {
  type FormerType,
  goneTypes,
  type Subscriber,
  type SubscriberUpdate,
  settableTypes,
} from './subscriber.ts';

/**
 * Applies `changes`; with the collision `add`, tags and metadata are added to the existing ones. Throws `not_found`, `tag_invalid`,
 * `email_already_exists` for another subscriber's address, and `subscriber_suppressed` for changing the type of somebody who has
 * complained. `by` makes the change.
 */
export async function updateSubscriber(
  db: Database,
  newsletter: Newsletter,
  word: string,
  changes: SubscriberUpdate,
  { collision = 'refuse', by = '', now = new Date() }: Partial<Saying> & { collision?: Collision } = {},
): Promise<Subscriber> {
  return inTransaction(db, async trx => {
    const { tags: words, metadata, email_address: address, email, type, subscriber_type, ...texts } = changes;
    // Locks tags first and then the subscriber, as a create does, so that the two cannot deadlock.
    const tags = words && (await resolveOrCreateTags(trx, newsletter.key, words));
    const before = found(await lockSubscriber(trx, newsletter.key, word), 'subscriber');
    const email_address = changeTwoNames(before.email_address, { email_address: address, email });
    const new_type = changeTwoNames(before.type, { type, subscriber_type });
    if (new_type !== undefined) refuseType(before, new_type);
    const given = collision === 'add' ? addedTo(before, { tags, metadata }) : { tags, metadata };
    const wanted = onlyChanges(await asShown(trx, before), { ...texts, ...given });
    if (!new_type && !email_address && Object.keys(wanted).length === 0) return before;
    const { metadata: new_metadata, ...columns } = wanted;
    const after = await updateSubscriberRow(trx, before.key, {
      ...(new_type && (await typeChange(trx, before, new_type, { by, now }))),
      ...columns,
      ...(new_metadata && { metadata: JSON.stringify(new_metadata) }),
      ...(email_address && { email_address, normal_address: normalAddress(email_address) }),
    }).catch(error => {
      if (!violates(error, 'subscribers_address_unique')) throw error;
      throw domainError('email_already_exists', 'audience.address_of_other', { email_address });
    });
    await recordChanges(trx, before, after);
    return after;
  });
}

/** Returns the tags and metadata of a subscriber, with these added. */
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
 * Ends the subscription immediately, also for queued mail. Subscribers who have already left are not changed. Returns whether the
 * subscriber exists.
 */
export async function unsubscribe(
  trx: Database,
  newsletter_key: number,
  subscriber_id: string,
  reason: string,
): Promise<boolean> {
  const before = await lockSubscriber(trx, newsletter_key, subscriber_id);
  if (!before) return false;
  await noteLeft(trx, before.key);
  if (goneTypes.includes(before.type)) return true;
  const after = await updateSubscriberRow(trx, before.key, {
    ...mailChange(before, 'unsubscribed'),
    unsubscription_reason: reason,
  });
  await recordChanges(trx, before, after);
  return true;
}

/** Returns the subscriber without deleted tags, which clients do not see. */
async function asShown(trx: Database, subscriber: Subscriber): Promise<Subscriber> {
  if (subscriber.tags.length === 0) return subscriber;
  const tags = await openTagDirectory(trx, subscriber.newsletter_key);
  return { ...subscriber, tags: tags.present(subscriber.tags) };
}

function refuseType({ id, type: present }: Subscriber, type: SubscriberType): void {
  const settable: readonly SubscriberType[] = settableTypes;
  if (!settable.includes(type)) {
    throw domainError('request_invalid', 'audience.type_of_service', { type, types: settable.join(', ') });
  }
  // A change to another type is refused too, because it would bring them back in two steps.
  if (present !== 'complained') return;
  throw new DomainError('subscriber_suppressed', sentence('audience.complainer_returns'), {
    subscriber_id: id,
  });
}

/** Returns the columns that change with the state of somebody's mail. Dates and reason describe the current state. */
export function mailChange(
  before: Pick<Subscriber, 'mail_state' | 'standing' | 'confirmation_date'>,
  mail_state: MailState,
) {
  const now = new Date().toISOString();
  return {
    mail_state,
    type: typeOf({ mail_state, standing: before.standing }),
    unsubscription_date: mail_state === 'unsubscribed' ? now : null,
    unsubscription_reason: '',
    confirmation_date:
      before.mail_state === 'unactivated' && mail_state !== 'unsubscribed' && mail_state !== 'blocked'
        ? now
        : before.confirmation_date,
  };
}

/**
 * Returns how a type that a client states changes somebody's row: the state of their mail, and, if the type is about their standing, what
 * follows from the new grants for statements of clients. Other grants stay, so that the resulting type may be another. `trx` holds the row.
 */
export async function typeChange(
  trx: Database,
  before: SubscriberState,
  type: SubscriberType,
  { by, now }: Saying,
) {
  const word = wordOf(type);
  if ('mail_state' in word) return mailChange(before, word.mail_state);
  const found =
    word.standing === before.standing
      ? {}
      : columnsOf(before, await replaceWords(trx, before, word.standing, { by, now }), 'subscribed', now);
  return { ...mailChange({ ...before, ...found }, 'subscribed'), ...found };
}

/**
 * Returns how the row of somebody changes who gets their former type back: the state of their mail, but not their present entitlement. A
 * former type from before there were grants counts as a statement, if the person has no grants.
 */
export async function returnTo(trx: Database, before: SubscriberState, { type, mail_state }: FormerType) {
  const word = wordOf(type);
  const former =
    mail_state ?? (type === 'paused' ? 'paused' : 'mail_state' in word ? word.mail_state : 'subscribed');
  const isWord = 'standing' in word && former === 'subscribed' && grantOf(word.standing) !== undefined;
  if (isWord && (await grantsOf(trx, [before.key])).size === 0)
    return typeChange(trx, before, type, { by: '', now: new Date() });
  return mailChange(before, former);
}

export async function recordChanges(trx: Database, before: Subscriber, after: Subscriber): Promise<void> {
  const events = changesOf(before, after, fieldsChanged(before, after));
  // Without the addresses, because the journal outlives a deleted person.
  if (before.normal_address !== after.normal_address)
    events.push({ event_type: 'subscriber.changed_email', subscriber_id: after.id });
  await recordEvents(trx, after.newsletter_key, events);
}

type Seen = Pick<Subscriber, 'id' | 'type' | 'mail_state' | 'standing' | 'tags' | 'confirmation_date'>;

/** An event names at most this many fields. */
export const mostFields = 100;

/**
 * Returns the names of the fields that have other values, without type, tags and address, which have events of their own. Never the values.
 */
function fieldsChanged(before: Subscriber, after: Subscriber): string[] {
  const [was, is] = [before.metadata, after.metadata];
  const keys = Object.keys({ ...was, ...is }).filter(key => !isDeepStrictEqual(was[key], is[key]));
  return [
    ...textNames.filter(name => before[name] !== after[name]),
    ...keys.map(key => `metadata.${key}`),
  ].slice(0, mostFields);
}

/** Returns the events for a change of a subscriber, `fields` of whom have other values. */
export function changesOf(before: Seen, after: Seen, fields: string[] = []): Event[] {
  const events: [EventType, object][] = [['subscriber.updated', fields.length > 0 ? { fields } : {}]];
  if (before.type !== after.type) {
    const move = {
      from: before.type,
      to: after.type,
      ...(isResting(before) && { mail_from: before.mail_state }),
      ...(isResting(after) && { mail_to: after.mail_state }),
    };
    events.push(['subscriber.type.changed', move]);
    if (after.type === 'unsubscribed') events.push(['subscriber.unsubscribed', {}]);
    if (after.confirmation_date !== before.confirmation_date) events.push(['subscriber.confirmed', {}]);
  }
  const move = { from: before.standing, to: after.standing };
  for (const event_type of movesNamed(before.standing, after.standing)) events.push([event_type, move]);
  if (before.mail_state !== after.mail_state) {
    if (after.mail_state === 'paused') events.push(['subscriber.mail_paused', {}]);
    if (before.mail_state === 'paused') events.push(['subscriber.mail_resumed', {}]);
  }
  const added = after.tags.filter(tag => !before.tags.includes(tag));
  const removed = before.tags.filter(tag => !after.tags.includes(tag));
  if (before.tags.join() !== after.tags.join()) events.push(['subscriber.tags.changed', { added, removed }]);
  return events.map(([event_type, data]) => ({ event_type, subscriber_id: after.id, data }));
}

/** Whether the type `paused` means that the plan rests, rather than that no mail is wanted. */
function isResting({ type, mail_state }: Seen): boolean {
  return type === 'paused' && mail_state === 'subscribed';
}

/** Returns the public API's names for a change of standing. */
function movesNamed(from: Standing, to: Standing): EventType[] {
  if (from === to) return [];
  // These people pay already; a paused plan continues as it was.
  const paidBefore: Standing[] = ['churning', 'past_due', 'paused'];
  return [
    ...(to === 'premium' && !paidBefore.includes(from) ? (['subscriber.paid'] as const) : []),
    ...(to === 'churned' ? (['subscriber.churned'] as const) : []),
    ...(to === 'paused' ? (['subscriber.paused'] as const) : []),
    ...(from === 'paused' ? (['subscriber.resumed'] as const) : []),
    ...(to === 'trialed' ? (['subscriber.trial_started'] as const) : []),
    ...(from === 'trialed' ? (['subscriber.trial_ended'] as const) : []),
  ];
}

import type { Newsletter } from '../../accounts/newsletter.ts';
import { recordAudit } from '../../journal/audit/record.ts';
import { isOwner } from '../../links/owner.ts';
import { readOwner } from '../../links/readers.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { SubscriberType } from '../../platform/database/schema.ts';
import type { Catalogue } from '../../platform/languages/catalogue.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { findAsked } from '../opt-in/queries.ts';
import { lockSubscriber, updateSubscriberRow } from '../subscribers/queries.ts';
import { goneTypes, mailableTypes, type Subscriber } from '../subscribers/subscriber.ts';
import { recordChanges, typeChange } from '../subscribers/update.ts';
import { type ErasureContext, eraseWithReceipt, type Receipt } from './erasure.ts';
import { listTopics } from './queries.ts';

/** The visitor of a manage page: the link is theirs, and their address is still the one it was created for. */
export type Present = { subscriber: Subscriber; newsletter: Newsletter };

/** The owner of the manage link; undefined if there is none. Changes nothing. */
export async function findPresent(db: Database, secret: Secret, token: string): Promise<Present | undefined> {
  const owner = readOwner(secret, token);
  const asked = owner ? await findAsked(db, owner.subscriber_id) : undefined;
  return owner && asked && isOwner(secret, owner, asked.subscriber.normal_address) ? asked : undefined;
}

/** Runs `work` for the owner of the link, who is locked meanwhile. Undefined if the link has no owner. */
export async function asPresent<Result>(
  db: Database,
  secret: Secret,
  token: string,
  work: (trx: Database, present: Present) => Promise<Result>,
): Promise<Result | undefined> {
  return inTransaction(db, async trx => {
    const found = await findPresent(trx, secret, token);
    if (!found) return undefined;
    const subscriber = await lockSubscriber(trx, found.newsletter.key, found.subscriber.id);
    if (subscriber?.normal_address !== found.subscriber.normal_address) return undefined;
    return work(trx, { newsletter: found.newsletter, subscriber });
  });
}

/** What the manage page offers to a subscriber of this type. */
export function offers(type: SubscriberType) {
  const mailable: readonly string[] = mailableTypes;
  return {
    subscribed: mailable.includes(type),
    paused: type === 'paused',
    gone: goneTypes.includes(type) || type === 'undeliverable',
    // Erasing the data of a blocked subscriber would lift the block.
    erasable: type !== 'blocked',
  };
}

/** Sets the subscriber's topics to exactly the chosen ones (ids); all other tags stay. */
export async function chooseTopics(trx: Database, { subscriber }: Present, chosen: string[]): Promise<void> {
  const topics = await listTopics(trx, subscriber.newsletter_key);
  const offered = new Set(topics.map(topic => topic.key));
  const wanted = topics.filter(topic => chosen.includes(topic.id)).map(topic => topic.key);
  const tags = [...subscriber.tags.filter(key => !offered.has(key)), ...wanted];
  if (tags.toSorted().join() === subscriber.tags.toSorted().join()) return;
  await recordChanges(trx, subscriber, await updateSubscriberRow(trx, subscriber.key, { tags }));
}

/** The languages that the reader can choose: those that pages speak, and the one they have. */
export function languagesFor({ choices }: Catalogue, locale: string): { tag: string; name: string }[] {
  if (locale === '' || choices.some(({ tag }) => tag === locale)) return [...choices];
  return [...choices, { tag: locale, name: new Intl.DisplayNames(locale, { type: 'language' }).of(locale)! }];
}

/** Sets the subscriber's language; empty: that of the newsletter. Ignores what the page does not offer. */
export async function chooseLanguage(
  trx: Database,
  { subscriber }: Present,
  catalogue: Catalogue,
  locale: string,
): Promise<void> {
  const offered = languagesFor(catalogue, subscriber.locale).map(({ tag }) => tag);
  if (locale === subscriber.locale || !['', ...offered].includes(locale)) return;
  await recordChanges(trx, subscriber, await updateSubscriberRow(trx, subscriber.key, { locale }));
}

/** Stops mail until it is resumed. Does nothing to subscribers who get no mail. */
export async function pause(trx: Database, { subscriber }: Present): Promise<void> {
  if (offers(subscriber.type).subscribed) await changeType(trx, subscriber, 'paused');
}

/** Resumes mail, with the type from before the pause. */
export async function resume(trx: Database, { subscriber }: Present): Promise<void> {
  if (subscriber.type === 'paused')
    await changeType(trx, subscriber, subscriber.type_before_pause ?? 'regular');
}

/**
 * Deletes the person's data at once; an import does not bring it back. Returns the receipt; null for a blocked subscriber, who
 * stays.
 */
export async function erase(
  trx: Database,
  present: Present,
  context: ErasureContext,
): Promise<Receipt | null> {
  const { subscriber, newsletter } = present;
  if (!offers(subscriber.type).erasable) return null;
  const receipt = await eraseWithReceipt(trx, present, context);
  await recordAudit(
    trx,
    { type: 'reader' },
    { newsletter_id: newsletter.id, action: 'subscriber.deleted', object_id: subscriber.id },
  );
  return receipt;
}

async function changeType(trx: Database, before: Subscriber, type: SubscriberType): Promise<void> {
  await recordChanges(trx, before, await updateSubscriberRow(trx, before.key, typeChange(before, type)));
}

import { frequencies } from '../../accounts/digests.ts';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { recordAudit } from '../../journal/audit/record.ts';
import { isOwner } from '../../links/owner.ts';
import { readOwner } from '../../links/readers.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { MailState } from '../../platform/database/schema.ts';
import type { Catalogue } from '../../platform/languages/catalogue.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { findAsked } from '../opt-in/queries.ts';
import { isMailed, type State, typeOf } from '../standing/type.ts';
import { lockSubscriber, updateSubscriberRow } from '../subscribers/queries.ts';
import { goneTypes, type Subscriber } from '../subscribers/subscriber.ts';
import { mailChange, recordChanges } from '../subscribers/update.ts';
import { type ErasureContext, eraseWithReceipt, type Receipt } from './erasure.ts';
import { listTopics } from './queries.ts';

/** The visitor of a manage page: the link is theirs, and they still have the address for which it was created. */
export type Present = { subscriber: Subscriber; newsletter: Newsletter };

/** Finds the owner of the manage link; undefined if there is none. Changes nothing. */
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

/** Says which acts the manage page offers to a subscriber in this state. */
export function offers(state: State) {
  const { mail_state } = state;
  return {
    subscribed: isMailed(state),
    paused: mail_state === 'paused',
    gone: goneTypes.includes(typeOf(state)) || mail_state === 'undeliverable',
    // Erasing the data of a blocked subscriber would lift the block.
    erasable: mail_state !== 'blocked',
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

/** Returns the languages that the reader can choose: those that pages speak, and the one they have. */
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

/** Sets how often the subscriber gets mail. Ignores other words, and any choice while the newsletter makes no digests. */
export async function chooseFrequency(
  trx: Database,
  { subscriber, newsletter }: Present,
  chosen: string,
): Promise<void> {
  const frequency = frequencies.find(one => one === chosen);
  if (!frequency || newsletter.digests === null || frequency === subscriber.frequency) return;
  await recordChanges(trx, subscriber, await updateSubscriberRow(trx, subscriber.key, { frequency }));
}

/** Stops mail until it is resumed. Does nothing to subscribers who get no mail. */
export async function pause(trx: Database, { subscriber }: Present): Promise<void> {
  if (offers(subscriber).subscribed) await changeMail(trx, subscriber, 'paused');
}

/** Resumes mail that the reader has paused. */
export async function resume(trx: Database, { subscriber }: Present): Promise<void> {
  if (offers(subscriber).paused) await changeMail(trx, subscriber, 'subscribed');
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
  if (!offers(subscriber).erasable) return null;
  const receipt = await eraseWithReceipt(trx, present, context);
  await recordAudit(
    trx,
    { type: 'reader' },
    { newsletter_id: newsletter.id, action: 'subscriber.deleted', object_id: subscriber.id },
  );
  return receipt;
}

async function changeMail(trx: Database, before: Subscriber, mail_state: MailState): Promise<void> {
  await recordChanges(
    trx,
    before,
    await updateSubscriberRow(trx, before.key, mailChange(before, mail_state)),
  );
}

import { z } from 'zod';
import type { Caller } from '../../accounts/caller.ts';
import { listAddressesOfPeople } from '../../accounts/key-queries.ts';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { findNewsletterOf } from '../../accounts/queries.ts';
import { findSubscriber } from '../../audience/subscribers/queries.ts';
import type { Subscriber } from '../../audience/subscribers/subscriber.ts';
import { openTagDirectory } from '../../audience/tags/resolve.ts';
import { abTestOf, countVariants, variantOf } from '../../emails/ab-test.ts';
import { approvalRequired } from '../../emails/approval.ts';
import { getsTeaser } from '../../emails/audience.ts';
import { templateOf } from '../../emails/email.ts';
import { withMailedPictures } from '../../emails/files/shapes.ts';
import { findAttachmentsOf, loadAttachments } from '../../emails/files/upload.ts';
import { findEmail } from '../../emails/queries.ts';
import { type BoundKey, demandTagged, findBoundKey, spend } from '../../emails/recipients-bound.ts';
import { completeSource, inVariant, withPictures } from '../../emails/templates.ts';
import { headingOf } from '../../engines/rendering/heading.ts';
import { compileLarge } from '../../engines/rendering/large.ts';
import { themeOf } from '../../engines/rendering/look.ts';
import type { OwnValues } from '../../engines/rendering/message.ts';
import type { Theme } from '../../engines/rendering/theme.ts';
import type { Printer } from '../../letters/letter.ts';
import { requestLetter } from '../../letters/request.ts';
import { homeAddress, readersAddress } from '../../links/site.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { SubscriberType } from '../../platform/database/schema.ts';
import { domainError, found } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { normalAddress, parseMailAddress } from '../../platform/mail/address.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { openPress } from './press.ts';
import { findEmailById, numberOf } from './queries.ts';
import { sourceFor } from './source.ts';

/** A subscriber, by id, or any address. */
const previewRecipient = z.union([
  z.object({ subscriber_id: z.string() }),
  z.object({ email_address: z.string() }),
]);
type PreviewRecipient = z.output<typeof previewRecipient>;
const previewDetails = z.object({ email_id: z.string(), to: previewRecipient, variant: z.int().default(1) });

export type PreviewRequest = { subscribers: string[]; recipients: string[] };

/**
 * Sends the draft to these subscribers and addresses, as they would see it, once each, or once for each variant of its test; to the
 * newsletter's own address if none are named; never to the audience. Throws `not_found`, `status_invalid` if it is no longer a draft, and
 * `request_invalid` or `email_address_invalid` for an unknown subscriber or invalid address: then nobody is mailed.
 */
export async function requestPreview(
  db: Database,
  { newsletter, by }: Pick<Caller, 'newsletter' | 'by'>,
  email_id: string,
  { subscribers, recipients }: PreviewRequest,
): Promise<void> {
  const email = found(await findEmail(db, newsletter.key, email_id), 'email');
  if (email.status !== 'draft' && email.status !== 'scheduled') {
    throw domainError('status_invalid', 'delivery.no_preview', { status: email.status });
  }
  const people = await Promise.all(subscribers.map(word => knownSubscriber(db, newsletter, word)));
  const addresses = recipients.map(checkedAddress);
  const byAddress = new Map<string, PreviewRecipient>(
    addresses.map(address => [normalAddress(address), { email_address: address }]),
  );
  for (const { id, normal_address } of people) byAddress.set(normal_address, { subscriber_id: id });
  const { approval_threshold } = newsletter;
  if (approval_threshold !== null && byAddress.size > approval_threshold)
    throw approvalRequired(email, byAddress.size, sentence('emails.preview_fewer'));
  const named = byAddress.size;
  if (named === 0) byAddress.set('', { email_address: newsletter.from_address });
  await inTransaction(db, async trx => {
    const bound = named === 0 ? undefined : await findBoundKey(trx, newsletter.key, by, { held: true });
    if (bound) await spendOnNamed(trx, bound, newsletter, people, byAddress);
    for (const to of byAddress.values())
      for (let variant = 1; variant <= countVariants(email); variant += 1)
        await requestLetter(trx, 'send_preview', newId(), { email_id, to, variant });
  });
}

/** Counts as mailed the people whom a bounded key names for a preview. */
async function spendOnNamed(
  trx: Database,
  bound: BoundKey,
  newsletter: Newsletter,
  people: Subscriber[],
  byAddress: ReadonlyMap<string, PreviewRecipient>,
): Promise<void> {
  const named = byAddress.size;
  if (bound.bounds.tags !== null && named > people.length)
    throw domainError('bound_exceeded', 'delivery.preview_tags');
  if (bound.bounds.needs_approval) await demandPeople(trx, newsletter, [...byAddress.keys()]);
  const keys = people.map(({ key }) => key);
  await demandTagged(trx, bound, newsletter.key, keys);
  await spend(trx, bound, null, named);
}

/** Throws `forbidden` unless all of these are addresses of people who work on the newsletter. */
async function demandPeople(trx: Database, newsletter: Newsletter, addresses: string[]): Promise<void> {
  const known = await listAddressesOfPeople(trx, newsletter.key);
  const stranger = addresses.find(address => !known.includes(address));
  if (stranger !== undefined)
    throw domainError('forbidden', 'delivery.preview_stranger', { address: stranger });
}

type PreviewContext = {
  db: Database;
  theme: Theme;
  store: FileStore;
  base_url: string;
  clock: Clock;
};

/** Makes the letter with one preview, which is counted and stored nowhere. */
export function printPreview(context: PreviewContext): Printer {
  const { db, theme, store, base_url, clock } = context;
  return async ({ details }) => {
    const { email_id, to, variant } = previewDetails.parse(details);
    const stored = await findEmailById(db, email_id);
    if (!stored || stored.status === 'deleted') return undefined;
    const own = variantOf(abTestOf(stored), variant);
    const { subject = stored.subject } = own;
    const email = { ...stored, subject, secondary_id: await numberOf(db, stored) };
    const sender = await findNewsletterOf(db, email);
    const plain = { ...sender, from_name: own.from_name ?? sender.from_name };
    const values = await previewValues(db, plain, base_url, to);
    if (!values) return undefined;
    const complete = inVariant(await completeSource(db, plain.key, email), own, variant - 2);
    const content = await withPictures(db, plain, complete, email.image);
    const newsletter = withMailedPictures(plain, content.pictures);
    const template = templateOf(email, newsletter);
    const layout = themeOf(theme, template, newsletter, email.locale);
    const date = email.publish_date ?? clock().toISOString();
    const heading = headingOf(theme, newsletter, { ...email, ...content }, date, layout.words);
    const press = openPress({
      email: { ...email, template, heading },
      newsletter,
      compiled: await compileLarge(
        sourceFor(email, newsletter, content, values.subscriber.type, layout.words),
        layout,
      ),
      attachments: getsTeaser(email, values.subscriber.type as SubscriberType)
        ? []
        : await loadAttachments(store, await findAttachmentsOf(db, newsletter.key, email.attachments)),
      base_url,
      subject_prefix: countVariants(stored) > 1 ? `[PREVIEW ${'ABCD'[variant - 1]}] ` : '[PREVIEW] ',
    });
    const { pieces: source } = press(
      { ...values, message_id: `preview.${newId()}`, one_click_url: null, unsubscribe_mailbox: null },
      clock(),
    );
    const about = { mail: 'preview', email: email.id };
    return { newsletter, mail: { to: values.subscriber.email, source, about } };
  };
}

/** Returns the values for the templates in a preview for this recipient; undefined for a deleted subscriber. */
export async function previewValues(
  db: Database,
  newsletter: Newsletter,
  base_url: string,
  to: PreviewRecipient,
): Promise<OwnValues | undefined> {
  const subscriber = await findSubscriber(
    db,
    newsletter.key,
    'subscriber_id' in to ? to.subscriber_id : to.email_address,
  );
  if (!subscriber && 'subscriber_id' in to) return undefined;
  const {
    email_address,
    type,
    tags,
    metadata,
  }: Pick<Subscriber, 'email_address' | 'type' | 'tags' | 'metadata'> = subscriber ?? {
    email_address: (to as { email_address: string }).email_address,
    type: 'regular',
    tags: [],
    metadata: {},
  };
  const directory = await openTagDirectory(db, newsletter.key);
  const site = readersAddress(base_url, newsletter);
  const link = `${site}/unsubscribe/preview`;
  return {
    subscriber: {
      email: email_address,
      type,
      tags: directory.names(tags),
      metadata: metadata,
    },
    unsubscribe_url: link,
    manage_subscription_url: link,
    answer_url: `${site}/manage/answer/preview`,
    referral_url: homeAddress(base_url, newsletter),
  };
}

async function knownSubscriber(db: Database, newsletter: Newsletter, word: string): Promise<Subscriber> {
  const subscriber = await findSubscriber(db, newsletter.key, word);
  if (subscriber) return subscriber;
  throw domainError('request_invalid', 'delivery.preview_no_subscriber', { id: word.slice(0, 100) });
}

function checkedAddress(input: string): string {
  const address = parseMailAddress(input);
  if (address !== null) return address;
  throw domainError('email_address_invalid', 'delivery.preview_no_address', { text: input.slice(0, 100) });
}

import type { Newsletter } from '../../accounts/newsletter.ts';
import { requestLetter } from '../../letters/request.ts';
import { codeInAddress } from '../../links/referrals.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Words } from '../../platform/languages/catalogue.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { askLink } from '../readers/ask.ts';
import { formText } from '../readers/form-text.ts';
import { returningTypes } from '../readers/use.ts';
import { noteReferral } from '../referrals/note.ts';
import { remind } from '../subscribers/confirm.ts';
import { createSubscriber } from '../subscribers/create.ts';
import { lockSubscriber } from '../subscribers/queries.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';
import { sortWords } from '../tags/resolve.ts';
import type { Wish } from './form.ts';
import { tagsOfForm } from './tags.ts';

/** Metadata of a form with fields may be true, for a box that was ticked. */
type Wanted = Omit<Wish, 'metadata'> & { address: string; metadata: Record<string, string | true> };

/** Where somebody signed up; `form` is one of the newsletter's forms, and its `text` is what they agree to. */
type Origin = {
  ip_address: string;
  page_url: string;
  form?: { id: string; tags: string[]; text: string };
};
/** `words` are the words of the page that was shown. */
type SignUpContext = { db: Database; secret: Secret; now: Date; words: Words };

/**
 * Asks the owner of the address to confirm, or subscribes them immediately if the newsletter has no double opt-in. A stranger can enter any
 * address, so existing subscribers are not changed: an unactivated one is reminded, at most once a day; one who has left is mailed a link
 * to come back; for all others nothing happens. The caller does not learn which of these has happened.
 */
export async function signUp(
  context: SignUpContext,
  newsletter: Newsletter,
  wish: Wanted,
  origin: Origin,
): Promise<void> {
  const { db, now } = context;
  await inTransaction(db, async trx => {
    const present = await createOrFind(trx, context, newsletter, wish, origin);
    if (!present) return;
    if (present.type === 'unactivated') await remind(trx, present, now, { days: 1 });
    if (!returningTypes.includes(present.type)) return;
    await recordConsent(trx, context.words, newsletter, present, wish, origin);
    await askLink(trx, present, 'return', present.email_address, now);
  });
}

/** Returns the subscriber with this address, locked. If there is none, creates the subscriber and returns undefined. */
async function createOrFind(
  trx: Database,
  { secret, now, words }: SignUpContext,
  newsletter: Newsletter,
  wish: Wanted,
  origin: Origin,
): Promise<Subscriber | undefined> {
  const present = await lockSubscriber(trx, newsletter.key, wish.address);
  if (present) return present;
  const { address, metadata, utm_campaign, utm_medium, utm_source, referrer_url } = wish;
  const { form } = origin;
  const tags = form
    ? (await sortWords(trx, newsletter.key, form.tags)).known
    : await tagsOfForm(trx, newsletter, wish.tags, now);
  const input = {
    email_address: address,
    type: undefined,
    tags,
    metadata,
    notes: '',
    referrer_url: referrer_url || origin.page_url,
    utm_campaign,
    utm_medium,
    utm_source,
    ip_address: origin.ip_address,
    locale: wish.lang,
    frequency: 'each' as const,
    creation_date: undefined,
  };
  const options = {
    secret,
    source: 'form',
    form_id: form?.id ?? '',
    collision: 'refuse' as const,
    now,
    by: '',
  };
  try {
    const created = await createSubscriber(trx, newsletter, input, options);
    await recordConsent(trx, words, newsletter, created, wish, origin);
    const code = wish.referral_code || codeInAddress(origin.page_url);
    if (created.type === 'unactivated') await noteReferral(trx, created, code, origin.ip_address);
    if (created.type !== 'unactivated') await requestLetter(trx, 'mail_welcome', created.id);
    return undefined;
  } catch (error) {
    // The same form was submitted twice concurrently.
    if (!(error instanceof DomainError) || error.code !== 'email_already_exists') throw error;
    return lockSubscriber(trx, newsletter.key, address);
  }
}

async function recordConsent(
  trx: Database,
  words: Words,
  newsletter: Newsletter,
  { key }: Subscriber,
  { own_form }: Wanted,
  { form, ...origin }: Origin,
): Promise<void> {
  const form_text = form?.text ?? (own_form ? formText(newsletter, words) : '');
  await trx
    .insertInto('consents')
    .values({ ...origin, subscriber_key: key, form_text })
    .execute();
}

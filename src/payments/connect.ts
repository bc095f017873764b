import { sql } from 'kysely';
import type Stripe from 'stripe';
import type { Newsletter } from '../accounts/newsletter.ts';
import { updateNewsletterRow } from '../accounts/queries.ts';
import { revokeGrants } from '../audience/standing/queries.ts';
import { settleStandings } from '../audience/subscribers/settle.ts';
import { homeAddress, type Site } from '../links/site.ts';
import type { Database } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { isPublicAddress } from '../platform/public-address.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import type { PaymentAccount, PaymentsInput } from './account.ts';
import { noticeTypes } from './notice.ts';
import { readOffers } from './offers.ts';
import { missingRights } from './probe.ts';
import { deleteAccount, findAccount, insertAccount, requestReads, updateAccount } from './queries.ts';
import { asking, clientOf, failureOf, refuseOnHold, type StripeContext, stripeOf } from './stripe.ts';

/**
 * Connects the newsletter with a Stripe account, or with a practice, or changes how it is connected. Another account or mode
 * replaces a practice or test account, whose rights all end with it. Throws `payments_refused` with the rights that a key lacks, and
 * `payments_running` if people still pay to the account that would be replaced.
 */
export async function connectPayments(
  context: StripeContext,
  newsletter: Newsletter,
  { mode, key, ...settings }: PaymentsInput,
): Promise<PaymentAccount> {
  const { db } = context;
  await refuseOnHold(db);
  const present = await findAccount(db, newsletter.key);
  if (!present && key === undefined && mode !== 'practice')
    throw new DomainError('request_invalid', sentence('payments.choose_mode'));
  if (mode === 'practice' && key !== undefined)
    throw new DomainError('request_invalid', sentence('payments.practice_has_no_key'));
  const wanted = key === undefined ? undefined : await examine(key, context.stripe_url);
  const account = wanted
    ? await connectKey(context, newsletter, present, key!, wanted)
    : mode === 'practice' && present?.mode !== 'practice'
      ? await connectPractice(context, newsletter, present)
      : present!;
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  return refresh(context, newsletter, account, given);
}

/** Writes the settings, and reads the offers and everything that another choice of products concerns. */
async function refresh(
  context: StripeContext,
  newsletter: Newsletter,
  account: PaymentAccount,
  given: object,
): Promise<PaymentAccount> {
  const { db, clock } = context;
  const now = clock().toISOString();
  const changed = await updateAccount(db, account.key, { ...given, modification_date: now });
  const found = await asking(() => readOffers(stripeOf(context, changed), changed));
  const offers = JSON.stringify(found);
  if (found.length > 0) await leadToPlans(context, newsletter);
  const known = await db
    .selectFrom('payment_objects')
    .select(['object_id', 'kind'])
    .where('account_key', '=', account.key)
    .where('kind', '=', 'subscription')
    .execute();
  await requestReads(
    db,
    account.key,
    known.map(({ object_id }) => ({ object_id, kind: 'subscription' as const })),
    'person',
  );
  return updateAccount(db, account.key, {
    offers,
    answer_date: now,
    sweep_date: now,
    work_date: now,
    work_lease: null,
  });
}

/** Leads readers of previews and teasers to the plans, unless the newsletter leads them elsewhere. */
export async function leadToPlans({ db, base_url }: StripeContext, newsletter: Newsletter): Promise<void> {
  if (newsletter.premium_url === '')
    await updateNewsletterRow(db, newsletter.key, { premium_url: plansAddress(base_url, newsletter) });
}

/** Returns the address of the page where readers choose a plan. */
export function plansAddress(base_url: string, newsletter: Site): string {
  return `${homeAddress(base_url, newsletter)}/buy`;
}

type Examined = { mode: 'test' | 'live'; stripe_id: string };

/** Finds out what the key is for. Throws `payments_refused` if it lacks something, and `payments_away` if Stripe does not answer. */
async function examine(key: string, stripe_url: string | undefined): Promise<Examined> {
  const stripe = clientOf(key, stripe_url);
  return asking(async () => {
    const missing = await missingRights(stripe);
    if (missing.length > 0)
      throw new DomainError(
        'payments_refused',
        sentence('payments.rights_missing', { rights: missing.join(', ') }),
      );
    return { mode: modeOf(key), stripe_id: await accountIdOf(stripe) };
  });
}

/** The mode that the key is of. Its name says so. */
export function modeOf(key: string): 'test' | 'live' {
  return key.includes('_live_') ? 'live' : 'test';
}

/** The id of the key's account. A restricted key may not read it, and then the refusal names it. */
export async function accountIdOf(stripe: Stripe): Promise<string> {
  const { id } = await stripe.accounts.retrieveCurrent().catch(error => {
    const named = failureOf(error)?.kind === 'refused' && /\bacct_\w+/.exec(error.message);
    if (!named) throw error;
    return { id: named[0] };
  });
  return id;
}

async function connectKey(
  context: StripeContext,
  newsletter: Newsletter,
  present: PaymentAccount | undefined,
  key: string,
  { mode, stripe_id }: Examined,
): Promise<PaymentAccount> {
  const { db, vault } = context;
  const isSame = present?.mode === mode && present.stripe_id === stripe_id;
  const account = isSame ? present : await replace(context, newsletter, present, { mode, stripe_id });
  const restricted_key = await vault.seal(db, 'payment_accounts.restricted_key', account.id, key);
  const keyed = await updateAccount(db, account.key, { restricted_key });
  if (keyed.endpoint_id !== null || !isPublicAddress(context.base_url)) return keyed;
  const endpoint = await asking(() =>
    stripeOf(context, keyed).webhookEndpoints.create({
      url: `${context.base_url}/payments/stripe/${keyed.id}`,
      enabled_events: [...noticeTypes],
    }),
  );
  return updateAccount(db, keyed.key, {
    endpoint_id: endpoint.id,
    webhook_secret: await vault.seal(db, 'payment_accounts.webhook_secret', keyed.id, endpoint.secret ?? ''),
  });
}

/** A practice begins with a product and two prices, so that there is something to buy. */
async function connectPractice(
  context: StripeContext,
  newsletter: Newsletter,
  present: PaymentAccount | undefined,
): Promise<PaymentAccount> {
  const account = await replace(context, newsletter, present, { mode: 'practice', stripe_id: 'practice' });
  const stripe = stripeOf(context, account);
  const product = await stripe.products.create({ name: newsletter.name });
  const price = { product: product.id, currency: account.currency };
  await stripe.prices.create({ ...price, unit_amount: 500, recurring: { interval: 'month' } });
  await stripe.prices.create({ ...price, unit_amount: 5000, recurring: { interval: 'year' } });
  return updateAccount(context.db, account.key, { product_ids: [product.id] });
}

async function replace(
  context: StripeContext,
  newsletter: Newsletter,
  present: PaymentAccount | undefined,
  wanted: { mode: PaymentAccount['mode']; stripe_id: string },
): Promise<PaymentAccount> {
  const { db, clock } = context;
  if (present) await disconnectPayments(context, newsletter);
  return insertAccount(db, {
    id: newId(),
    newsletter_key: newsletter.key,
    ...wanted,
    events_until: Math.floor(clock().getTime() / 1000),
  });
}

/**
 * Ends the connection, and all rights that come from practice or test mode. Throws `payments_running` while people pay to a live
 * account: nobody would notice any more whether they do.
 */
export async function disconnectPayments(context: StripeContext, newsletter: Newsletter): Promise<void> {
  const { db, clock } = context;
  await refuseOnHold(db);
  const account = await findAccount(db, newsletter.key);
  if (!account) return;
  if (account.mode === 'live') await refuseWhilePaid(db, newsletter.key);
  else await endTestRights(context, newsletter.key, clock());
  const { endpoint_id } = account;
  // Later notices to it are refused, so nothing depends on this.
  if (endpoint_id)
    await stripeOf(context, account)
      .webhookEndpoints.del(endpoint_id)
      .catch(() => {});
  await deleteAccount(db, account.key);
  if (newsletter.premium_url === plansAddress(context.base_url, newsletter))
    await updateNewsletterRow(db, newsletter.key, { premium_url: '' });
}

/** Throws `payments_running` while people pay to the newsletter's live account: without its connection, Stripe would go on charging them. */
export async function refuseWhilePaid(db: Database, newsletter_key: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from payment_objects join payment_accounts account on account.key = account_key
    where newsletter_key = ${newsletter_key} and mode = 'live' and kind = 'subscription' and is_running`.execute(
    db,
  );
  const count = rows[0]!.count;
  if (count > 0) throw new DomainError('payments_running', sentence('payments.running', { count }));
}

/** Revokes every right that came from practice or test mode, as if it had never been. */
async function endTestRights({ db }: StripeContext, newsletter_key: number, now: Date): Promise<void> {
  const rows = await db
    .selectFrom('grants')
    .select(['key', 'subscriber_key'])
    .where('newsletter_key', '=', newsletter_key)
    .where('source', '=', 'stripe_test')
    .where('revoked_date', 'is', null)
    .execute();
  if (rows.length === 0) return;
  const people = [...new Set(rows.map(row => row.subscriber_key))];
  await revokeGrants(
    db,
    rows.map(row => row.key),
    { revoked_by: '', revoked_reason: sentence('payments.test_over'), is_void: true },
    now,
  );
  await settleStandings(db, newsletter_key, people, now);
}

/** The newsletter's account. Throws `paid_subscriptions_uninitialized` if it has none. */
export async function demandAccount(
  db: StripeContext['db'],
  newsletter_key: number,
): Promise<PaymentAccount> {
  const account = await findAccount(db, newsletter_key);
  if (account) return account;
  throw new DomainError('paid_subscriptions_uninitialized', sentence('payments.not_connected'));
}

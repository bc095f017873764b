import { sql } from 'kysely';
import type Stripe from 'stripe';
import type { Newsletter } from '../accounts/newsletter.ts';
import { lockNewsletter, updateNewsletterRow } from '../accounts/queries.ts';
import { revokeGrants } from '../audience/standing/queries.ts';
import { forgetCustomers } from '../audience/subscribers/customers.ts';
import { settleStandings } from '../audience/subscribers/settle.ts';
import { homeAddress, type Site } from '../links/site.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { domainError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { isPublicAddress } from '../platform/public-address.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { keptOf, type PaymentAccount, type PaymentsInput } from './account.ts';
import { deleteAccount, findAccount, insertAccount, lockAccount, updateAccount } from './account-queries.ts';
import { noticeTypes } from './notice.ts';
import { readOffers } from './offers.ts';
import { missingRights } from './probe.ts';
import { requestReads } from './queries.ts';
import { asking, clientOf, failureOf, refuseOnHold, type StripeContext, stripeOf } from './stripe.ts';

/**
 * Connects the newsletter to a Stripe account, or to practice mode, or changes the connection. Another account or mode replaces a practice
 * or test account, and ends all rights that came from it. Throws `payments_refused` with the rights that a key lacks, and
 * `payments_running` if people still pay to the account that would be replaced.
 */
export async function connectPayments(
  context: StripeContext,
  newsletter: Newsletter,
  { mode, key, ...settings }: PaymentsInput,
): Promise<PaymentAccount> {
  const { db } = context;
  await refuseOnHold(db);
  if (mode === 'practice' && key !== undefined)
    throw domainError('request_invalid', 'payments.practice_has_no_key');
  const examined = key === undefined ? undefined : await examine(key, context.stripe_url);
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const { account, former } = await inTransaction(db, async trx => {
    const { payment_settings } = (await lockNewsletter(trx, newsletter.key, 'change'))!;
    const present = await lockAccount(trx, newsletter.key);
    if (!present && key === undefined && mode !== 'practice')
      throw domainError('request_invalid', 'payments.choose_mode');
    const wanted = examined ?? (mode === 'practice' ? practice : undefined);
    const isOther = wanted && (present?.mode !== wanted.mode || present.stripe_id !== wanted.stripe_id);
    const inside = { ...context, db: trx };
    const account = isOther
      ? await replace(inside, newsletter, present, { ...keptOf(payment_settings as object), ...wanted })
      : present!;
    const sealed = key === undefined ? {} : { restricted_key: await seal(inside, account, key) };
    const modification_date = context.clock().toISOString();
    const changed = await updateAccount(trx, account.key, { ...given, ...sealed, modification_date });
    await updateNewsletterRow(trx, newsletter.key, { payment_settings: JSON.stringify(keptOf(changed)) });
    return {
      account: changed,
      former: isOther ? present : undefined,
    };
  });
  await removeEndpoint(context, former);
  return refresh(context, newsletter, await pushed(context, account));
}

/** Reads the offers, and everything else that depends on the chosen products. */
async function refresh(
  context: StripeContext,
  newsletter: Newsletter,
  account: PaymentAccount,
): Promise<PaymentAccount> {
  const { db, clock } = context;
  const now = clock().toISOString();
  const found = await asking(() => readOffers(stripeOf(context, account), account));
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

/** Makes the newsletter lead readers of previews and teasers to the plans, unless it leads them elsewhere. */
export async function leadToPlans({ db, base_url }: StripeContext, newsletter: Newsletter): Promise<void> {
  if (newsletter.premium_url === '')
    await updateNewsletterRow(db, newsletter.key, { premium_url: plansAddress(base_url, newsletter) });
}

/** Returns the address of the page where readers choose a plan. */
export function plansAddress(base_url: string, newsletter: Site): string {
  return `${homeAddress(base_url, newsletter)}/buy`;
}

type Examined = { mode: 'test' | 'live'; stripe_id: string };

/**
 * Finds out the account and mode of the key. Throws `payments_refused` if the key lacks a right, and `payments_away` if Stripe does not
 * answer.
 */
async function examine(key: string, stripe_url: string | undefined): Promise<Examined> {
  const stripe = clientOf(key, stripe_url);
  return asking(async () => {
    const missing = await missingRights(stripe);
    if (missing.length > 0)
      throw domainError('payments_refused', 'payments.rights_missing', { rights: missing.join(', ') });
    return { mode: modeOf(key), stripe_id: await accountIdOf(stripe) };
  });
}

/** Returns the mode of the key, which its name tells. */
export function modeOf(key: string): 'test' | 'live' {
  return key.includes('_live_') ? 'live' : 'test';
}

/** Returns the id of the key's account. A restricted key may not read it, but then the refusal names the id. */
export async function accountIdOf(stripe: Stripe): Promise<string> {
  const { id } = await stripe.accounts.retrieveCurrent().catch(error => {
    const named = failureOf(error)?.kind === 'refused' && /\bacct_\w+/.exec(error.message);
    if (!named) throw error;
    return { id: named[0] };
  });
  return id;
}

const practice = { mode: 'practice', stripe_id: 'practice' } as const;

function seal({ db, vault }: StripeContext, { id }: PaymentAccount, key: string): Promise<string> {
  return vault.seal(db, 'payment_accounts.restricted_key', id, key);
}

/** Adds to the account an endpoint to which Stripe sends its notices, if the installation has a public address. */
async function pushed(context: StripeContext, account: PaymentAccount): Promise<PaymentAccount> {
  const { db, vault, base_url } = context;
  const needsNone = account.mode === 'practice' || account.endpoint_id !== null;
  if (needsNone || !isPublicAddress(base_url)) return account;
  const endpoint = await asking(() =>
    stripeOf(context, account).webhookEndpoints.create({
      url: `${base_url}/payments/stripe/${account.id}`,
      enabled_events: [...noticeTypes],
    }),
  );
  return updateAccount(db, account.key, {
    endpoint_id: endpoint.id,
    webhook_secret: await vault.seal(
      db,
      'payment_accounts.webhook_secret',
      account.id,
      endpoint.secret ?? '',
    ),
  });
}

/** Replaces the current account by another. A practice begins with a product and two prices, so that there is something to buy. */
async function replace(
  context: StripeContext,
  newsletter: Newsletter,
  present: PaymentAccount | undefined,
  wanted: (Examined | typeof practice) & Partial<PaymentAccount>,
): Promise<PaymentAccount> {
  const { db, clock } = context;
  if (present) await remove(context, present);
  const account = await insertAccount(db, {
    id: newId(),
    newsletter_key: newsletter.key,
    ...wanted,
    events_until: Math.floor(clock().getTime() / 1000),
    creation_date: clock().toISOString(),
  });
  if (account.mode !== 'practice') return account;
  const stripe = stripeOf(context, account);
  const product = await stripe.products.create({ name: newsletter.name });
  const price = { product: product.id, currency: account.currency };
  await stripe.prices.create({ ...price, unit_amount: 500, recurring: { interval: 'month' } });
  await stripe.prices.create({ ...price, unit_amount: 5000, recurring: { interval: 'year' } });
  return updateAccount(db, account.key, { product_ids: [product.id] });
}

/**
 * Ends the connection, and all rights that come from practice or test mode. Throws `payments_running` while people pay to a live account:
 * nobody would notice any more whether they do.
 */
export async function disconnectPayments(context: StripeContext, newsletter: Newsletter): Promise<void> {
  await refuseOnHold(context.db);
  const former = await inTransaction(context.db, async trx => {
    const present = await lockAccount(trx, newsletter.key);
    if (!present) return undefined;
    await remove({ ...context, db: trx }, present);
    if (newsletter.premium_url === plansAddress(context.base_url, newsletter))
      await updateNewsletterRow(trx, newsletter.key, { premium_url: '' });
    return present;
  });
  await removeEndpoint(context, former);
}

/** Ends the rights of test mode and deletes the account, which the transaction has locked, so that no read for it is under way. */
async function remove(
  { db, clock }: Pick<StripeContext, 'db' | 'clock'>,
  { key, mode, newsletter_key }: PaymentAccount,
): Promise<void> {
  if (mode === 'live') await refuseWhilePaid(db, newsletter_key);
  else await endTestRights(db, newsletter_key, clock());
  await forgetCustomers(db, newsletter_key);
  await deleteAccount(db, key);
}

/** Removes the endpoint of a former account at Stripe. Nothing depends on this, because later notices to the endpoint are refused. */
async function removeEndpoint(context: StripeContext, former: PaymentAccount | undefined): Promise<void> {
  if (!former?.endpoint_id) return;
  await stripeOf(context, former)
    .webhookEndpoints.del(former.endpoint_id)
    .catch(() => {});
}

/** Throws `payments_running` while people pay to the newsletter's live account: without its connection, Stripe would go on charging them. */
export async function refuseWhilePaid(db: Database, newsletter_key: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from payment_objects join payment_accounts account on account.key = account_key
    where newsletter_key = ${newsletter_key} and mode = 'live' and kind = 'subscription' and is_running`.execute(
    db,
  );
  const count = rows[0]!.count;
  if (count > 0) throw domainError('payments_running', 'payments.running', { count });
}

/** Revokes every right that came from practice or test mode, as if it had never been given. */
async function endTestRights(db: Database, newsletter_key: number, now: Date): Promise<void> {
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

/** Returns the newsletter's account. Throws `paid_subscriptions_uninitialized` if it has none. */
export async function demandAccount(
  db: StripeContext['db'],
  newsletter_key: number,
): Promise<PaymentAccount> {
  const account = await findAccount(db, newsletter_key);
  if (account) return account;
  throw domainError('paid_subscriptions_uninitialized', 'payments.not_connected');
}

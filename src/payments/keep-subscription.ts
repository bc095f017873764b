import { notePlan } from '../audience/subscribers/customers.ts';
import type { Database } from '../platform/database/connect.ts';
import { isId } from '../platform/ids.ts';
import type { PaymentAccount } from './account.ts';
import { showCoupon } from './discounts.ts';
import { grantWanted, isRunning, nextRead, type SubscriptionFacts } from './facts.ts';
import { happenedTo, isLive, tellOf } from './happened.ts';
import { findPayer, linkPayers, listSubscriptions } from './payer-queries.ts';
import { findChange, keepRead, type PaymentObject } from './queries.ts';
import { settleRight } from './rights.ts';
import { worthOf } from './worth.ts';

/**
 * Stores the result of reading a subscription, whose row is locked, and updates rights, standing and events accordingly. `read` is null if
 * Stripe has no such subscription. Returns how long until it should be read again, in milliseconds; null means never.
 */
export async function keepSubscription(
  trx: Database,
  account: PaymentAccount,
  object: PaymentObject,
  read: SubscriptionFacts | null,
  now: Date,
): Promise<number | null> {
  const known = object.facts as SubscriptionFacts | null;
  // A subscription that Stripe no longer knows has ended.
  const facts: SubscriptionFacts | null = read ?? (known && { ...known, status: 'canceled' });
  if (!facts) {
    const nothing = { is_running: false, customer_id: '', currency: '', in_scope: false, worth: 0 };
    await keepRead(trx, object, { facts: {}, ...nothing }, now);
    return null;
  }
  const isOurs = account.product_ids.includes(facts.product);
  const payer = isOurs ? await findOrLinkPayer(trx, account, facts) : undefined;
  const is_running = isOurs && isRunning(facts);
  const { customer: customer_id, currency } = facts;
  const worth = worthOf(facts, isOurs);
  await keepRead(trx, object, { facts, is_running, customer_id, currency, in_scope: isOurs, worth }, now);
  await tellOf(
    trx,
    account,
    { subscription_id: object.object_id },
    facts.customer,
    isOurs ? happenedTo(known, facts) : [],
  );
  await settleRight(
    trx,
    account,
    {
      object_id: object.object_id,
      subscriber_key: payer?.subscriber_key ?? null,
      kind: 'subscription',
      start_date: new Date(facts.start * 1000).toISOString(),
      again_date: await findChange(trx, object, now),
      wanted: isOurs ? grantWanted(facts, account, now) : null,
    },
    now,
  );
  if (payer?.subscriber_key != null) await settlePlan(trx, account.key, payer.subscriber_key);
  return isOurs ? nextRead(facts, account, now) : null;
}

/** Sets the price and coupon in the subscriber's row to those of the subscription that they pay for. */
async function settlePlan(trx: Database, account_key: number, subscriber_key: number): Promise<void> {
  const all = await listSubscriptions(trx, account_key, subscriber_key);
  const paid = all
    .map(({ facts }) => facts as SubscriptionFacts | null)
    .find(facts => facts && isLive(facts));
  await notePlan(trx, subscriber_key, {
    stripe_price: paid?.price ?? '',
    stripe_coupon: paid?.coupon ? showCoupon(paid.coupon) : null,
  });
}

/** Returns the payer of a subscription. Our own metadata says who that is; an address never does. */
async function findOrLinkPayer(trx: Database, account: PaymentAccount, facts: SubscriptionFacts) {
  const payer = await findPayer(trx, account.key, facts.customer);
  if (payer || !facts.subscriber || !isId(facts.subscriber) || facts.newsletter !== account.id) return payer;
  const subscriber = await trx
    .selectFrom('subscribers')
    .select('key')
    .where('id', '=', facts.subscriber)
    .where('newsletter_key', '=', account.newsletter_key)
    .executeTakeFirst();
  if (!subscriber) return undefined;
  await linkPayers(
    trx,
    account.key,
    [{ customer_id: facts.customer, subscriber_key: subscriber.key }],
    'checkout',
  );
  return findPayer(trx, account.key, facts.customer);
}

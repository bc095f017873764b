import type Stripe from 'stripe';
import { failureOf } from './stripe.ts';

/** The fields to fetch with a subscription so that its discounts are known. Stripe expands four levels and no more. */
const expansion = ['discounts.source.coupon', 'items.data.discounts'];

/** Asks Stripe for the subscription, with the coupons of all its discounts. Throws the refusals of Stripe. */
export async function fetchSubscription(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: expansion });
  await completeItems(stripe, subscription, new Map());
  return subscription;
}

/**
 * Asks Stripe for all subscriptions that the account has or had, with the coupons of their discounts, and with the fields that `expand`
 * names.
 */
export async function* fetchSubscriptions(
  stripe: Stripe,
  expand: readonly string[] = [],
): AsyncGenerator<Stripe.Subscription> {
  const known = new Map<string, Stripe.Coupon | null>();
  for await (const subscription of stripe.subscriptions.list({
    status: 'all',
    limit: 100,
    expand: [...expand, ...expansion].map(path => `data.${path}`),
  })) {
    await completeItems(stripe, subscription, known);
    yield subscription;
  }
}

/** Replaces the ids of coupons in the discounts of single items, which cannot be expanded, with the coupons. */
async function completeItems(
  stripe: Stripe,
  { items }: Stripe.Subscription,
  known: Map<string, Stripe.Coupon | null>,
): Promise<void> {
  for (const discount of items.data.flatMap(({ discounts }) => discounts)) {
    if (typeof discount === 'string') continue;
    const { coupon } = discount.source;
    if (typeof coupon !== 'string') continue;
    if (!known.has(coupon)) known.set(coupon, await fetchCoupon(stripe, coupon));
    discount.source.coupon = known.get(coupon) ?? null;
  }
}

/** Returns the coupon; null if it was deleted. */
async function fetchCoupon(stripe: Stripe, id: string): Promise<Stripe.Coupon | null> {
  return stripe.coupons.retrieve(id).catch((error: unknown) => {
    if (failureOf(error)?.kind === 'missing') return null;
    throw error;
  });
}

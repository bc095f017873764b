import type Stripe from 'stripe';

/** What has to be fetched with a subscription so that its discounts are known. */
export const subscriptionExpansion = ['discounts.source.coupon'];

/** Returns what discounts that recur take off the amount of each period. A coupon for a single payment is none of them. */
export function discountOf({ discounts, currency }: Stripe.Subscription, amount: number): number {
  let left = amount;
  for (const discount of discounts) {
    const coupon = typeof discount === 'string' || discount.deleted ? null : discount.source.coupon;
    if (coupon === null || typeof coupon === 'string' || coupon.duration === 'once') continue;
    if (coupon.percent_off !== null) left -= Math.round((left * coupon.percent_off) / 100);
    else if (coupon.currency === currency) left -= coupon.amount_off ?? 0;
  }
  return amount - Math.max(0, left);
}

import type Stripe from 'stripe';
import type { Coupon } from '../audience/subscribers/stripe.ts';

/** A coupon that reduces what somebody pays. */
export type CouponFacts = {
  id: string;
  name: string | null;
  percent_off: number | null;
  /** The amount, in the smallest unit of the currency. */
  amount_off: number | null;
  currency: string | null;
};

/** Returns the price of the items of a subscription for each period, in the smallest unit of its currency, before all discounts. */
export function amountOf({ items }: Pick<Stripe.Subscription, 'items'>): number {
  return items.data.reduce((sum, item) => sum + costOf(item), 0);
}

function costOf({ price, quantity }: Stripe.SubscriptionItem): number {
  return (price.unit_amount ?? 0) * (quantity ?? 1);
}

/**
 * Returns the reduction of each period by recurring discounts: first the discounts of single items, then those of the whole subscription,
 * which apply to the rest. A coupon for a single payment does not count.
 */
export function discountOf({ items, discounts, currency }: Stripe.Subscription): number {
  const left = items.data.reduce((sum, item) => sum + reduced(costOf(item), item.discounts, currency), 0);
  return amountOf({ items }) - reduced(left, discounts, currency);
}

type Discounts = Stripe.Subscription['discounts'];

function reduced(amount: number, discounts: Discounts, currency: string): number {
  let left = amount;
  for (const coupon of couponsOf(discounts)) {
    if (coupon.duration === 'once') continue;
    if (coupon.percent_off !== null) left -= Math.round((left * coupon.percent_off) / 100);
    else if (coupon.currency === currency) left -= coupon.amount_off ?? 0;
  }
  return Math.max(0, left);
}

/**
 * Returns the coupon that reduces the price of the subscription: the first one of the whole subscription, or else of an item; null if there
 * is none.
 */
export function couponOf({
  items,
  discounts,
}: Pick<Stripe.Subscription, 'items' | 'discounts'>): CouponFacts | null {
  const [coupon] = couponsOf([...discounts, ...items.data.flatMap(item => item.discounts)]);
  if (!coupon) return null;
  const { id, name, percent_off, amount_off, currency } = coupon;
  return { id, name, percent_off, amount_off, currency };
}

/** Returns the coupon as clients see it. */
export function showCoupon({ id, name, percent_off, amount_off, currency }: CouponFacts): Coupon {
  return {
    coupon_id: id,
    percent_off: percent_off === null ? null : String(percent_off),
    amount_off,
    currency,
    name,
  };
}

function couponsOf(discounts: Discounts): Stripe.Coupon[] {
  return discounts.flatMap(discount => {
    const coupon = typeof discount === 'string' || discount.deleted ? null : discount.source.coupon;
    return coupon === null || typeof coupon === 'string' ? [] : [coupon];
  });
}

import type Stripe from 'stripe';
import { all } from '../payments/practice/world.ts';
import type { FakeStripe } from './stripe.ts';

/** The figures of a currency according to Stripe's own objects. */
export type StripeNumbers = { mrr: number; people: number; paid: number; refunded: number };

/** Calculates the monthly revenue, the payments and the refunds by the objects of the fake Stripe alone. */
export function numbersAtStripe(stripe: FakeStripe, currency: string): StripeNumbers {
  const paying = stripe
    .subscriptions()
    .filter(one => one.currency === currency && one.pause_collection === null)
    .filter(({ status }) => status === 'active' || status === 'past_due')
    .map(one => ({ customer: one.customer, brings: monthlyOf(one) }))
    .filter(({ brings }) => brings > 0);
  const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0);
  const invoices = all(stripe.world, 'invoice').filter(one => one.currency === currency);
  const refunds = all(stripe.world, 'refund').filter(one => one.currency === currency);
  return {
    mrr: sum(paying.map(({ brings }) => brings)),
    people: new Set(paying.map(({ customer }) => customer)).size,
    paid: sum(invoices.map(({ amount_paid }) => amount_paid)),
    refunded: sum(refunds.map(({ amount }) => amount)),
  };
}

function monthlyOf({ items, discounts }: Stripe.Subscription): number {
  const { price, quantity } = items.data[0]!;
  let left = price.unit_amount! * quantity!;
  for (const one of [...items.data[0]!.discounts, ...discounts]) {
    const { percent_off, amount_off, duration } = (one as Stripe.Discount).source.coupon as Stripe.Coupon;
    if (duration !== 'once') left -= percent_off ? Math.round((left * percent_off) / 100) : amount_off!;
  }
  return price.recurring!.interval === 'year' ? Math.round(left / 12) : left;
}

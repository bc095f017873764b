import type Stripe from 'stripe';
import { keepPayment } from './charges.ts';
import { dueOf, keepInvoice } from './invoices.ts';
import { periodEnd } from './objects.ts';
import { all, tell, type World } from './world.ts';

const day = 86_400;
/** How long a failed payment is tried again before the subscription ends. */
const retries = 21 * day;

/**
 * Makes everything happen that is due until `now`, in order: sessions expire, trials end, new periods are paid for or not, and planned ends
 * come.
 */
export function pass(world: World, now: number): void {
  if (world.passed === now) return;
  world.passed = now;
  for (;;) {
    const [next] = [...dueSessions(world), ...dueSubscriptions(world)]
      .filter(({ at }) => at <= now)
      .toSorted((a, b) => a.at - b.at);
    if (!next) return;
    next.act(next.at);
  }
}

type Due = { at: number; act(at: number): void };

function dueSessions(world: World): Due[] {
  return all(world, 'checkout.session')
    .filter(({ status }) => status === 'open')
    .map(session => ({ at: session.expires_at, act: at => expire(world, session, at) }));
}

export function expire(world: World, session: Stripe.Checkout.Session, now: number): void {
  session.status = 'expired';
  session.url = null;
  tell(world, 'checkout.session.expired', session, now);
}

function dueSubscriptions(world: World): Due[] {
  return all(world, 'subscription')
    .filter(({ ended_at }) => ended_at === null)
    .flatMap(subscription => {
      const item = subscription.items.data[0]!;
      const end =
        subscription.cancel_at ?? (subscription.cancel_at_period_end ? item.current_period_end : null);
      const dues: Due[] = [{ at: item.current_period_end, act: at => renew(world, subscription, at) }];
      // A planned end at the end of the period comes before the next payment.
      if (end !== null) dues.unshift({ at: end, act: at => endNow(world, subscription, at) });
      const failing = Number(subscription.metadata.practice_failing_since ?? 0);
      if (subscription.status === 'past_due' && failing > 0)
        dues.push({ at: failing + retries, act: at => endNow(world, subscription, at) });
      return dues;
    });
}

/** Begins the next period, which is paid for if the card is accepted. */
function renew(world: World, subscription: Stripe.Subscription, now: number): void {
  const item = subscription.items.data[0]!;
  item.current_period_start = now;
  item.current_period_end = periodEnd(now, item.price);
  if (!subscription.pause_collection) settle(world, subscription, now);
  tell(world, 'customer.subscription.updated', subscription, now);
}

/** Brings the end of the period forward to now. */
export function bringForward(world: World, subscription: Stripe.Subscription, now: number): void {
  if (subscription.cancel_at_period_end) endNow(world, subscription, now);
  else renew(world, subscription, now);
}

/** Takes the money for the period if the card is accepted, and sets the status accordingly. */
export function settle(world: World, subscription: Stripe.Subscription, now: number): void {
  const isRefused = world.refused.includes(subscription.customer as string);
  if (isRefused) subscription.metadata.practice_failing_since ??= String(now);
  else delete subscription.metadata.practice_failing_since;
  subscription.status = isRefused ? 'past_due' : 'active';
  if (!isRefused) charge(world, subscription, now);
}

/** Takes the money for a period, less the discounts, with an invoice. */
export function charge(world: World, subscription: Stripe.Subscription, now: number): void {
  const { price, quantity } = subscription.items.data[0]!;
  const amount = dueOf(subscription, (price.unit_amount ?? 0) * (quantity ?? 1));
  if (amount === 0) return;
  const customer = subscription.customer as string;
  const paid = { customer, amount, currency: subscription.currency };
  const payment_intent = keepPayment(world, paid, now);
  const product = price.product as string;
  keepInvoice(world, { ...paid, product, payment_intent, subscription: subscription.id }, now);
}

/** Ends the subscription now. */
export function endNow(world: World, subscription: Stripe.Subscription, now: number): void {
  subscription.status = 'canceled';
  subscription.ended_at = now;
  subscription.canceled_at ??= now;
  tell(world, 'customer.subscription.deleted', subscription, now);
}

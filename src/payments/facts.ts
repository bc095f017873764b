import type Stripe from 'stripe';
import type { GrantState } from '../platform/database/schema.ts';
import { day_ms, hour_ms } from '../platform/durations.ts';
import { patience_hours } from './account.ts';
import { amountOf, type CouponFacts, couponOf, discountOf } from './discounts.ts';

/** The parts of a subscription at Stripe that matter here. Times are in seconds since 1970. */
export type SubscriptionFacts = {
  status: Stripe.Subscription.Status;
  customer: string;
  start: number;
  period_start: number;
  period_end: number;
  trial_end: number | null;
  /** When the subscription ends, if somebody has decided that. */
  planned_end: number | null;
  ended: number | null;
  /** Whether Stripe has stopped collecting its money until somebody resumes it. */
  is_paused: boolean;
  price: string;
  product: string;
  /** The price of each period, in the smallest unit of the currency. */
  amount: number;
  currency: string;
  interval: string;
  /** The number of these intervals in a period. */
  interval_count?: number;
  /** The reduction of the amount by recurring discounts. */
  discount?: number;
  /** The coupon that reduces the price, once or in each period. */
  coupon?: CouponFacts | null;
  /** The share of each payment that another service still takes, in percent. */
  foreign_fee: number | null;
  newsletter: string | null;
  subscriber: string | null;
};

/** The names in Stripe's metadata by which we know our own customers, sessions and subscriptions. */
export const metadataNames = {
  newsletter: 'postrider_newsletter',
  subscriber: 'postrider_subscriber',
  gift: 'postrider_gift',
} as const;

/** Returns the id of something that Stripe either names by its id or returns whole; empty if there is nothing. */
export function idOf(thing: string | { id: string } | null | undefined): string {
  return typeof thing === 'string' ? thing : (thing?.id ?? '');
}

/** Returns the facts of a subscription as Stripe returned it. Stripe's periods are those of its items. */
export function factsOf(subscription: Stripe.Subscription): SubscriptionFacts {
  const [item] = subscription.items.data;
  const period_end = item?.current_period_end ?? subscription.billing_cycle_anchor;
  return {
    status: subscription.status,
    customer: idOf(subscription.customer),
    start: subscription.start_date,
    period_start: item?.current_period_start ?? subscription.start_date,
    period_end,
    trial_end: subscription.trial_end,
    planned_end: subscription.cancel_at ?? (subscription.cancel_at_period_end ? period_end : null),
    ended: subscription.ended_at,
    is_paused: subscription.pause_collection !== null,
    price: item?.price.id ?? '',
    product: item ? idOf(item.price.product) : '',
    amount: amountOf(subscription),
    currency: subscription.currency,
    interval: item?.price.recurring?.interval ?? '',
    interval_count: item?.price.recurring?.interval_count ?? 1,
    discount: discountOf(subscription),
    coupon: couponOf(subscription),
    foreign_fee: subscription.application_fee_percent,
    newsletter: subscription.metadata[metadataNames.newsletter] ?? null,
    subscriber: subscription.metadata[metadataNames.subscriber] ?? null,
  };
}

const runningStatuses: readonly Stripe.Subscription.Status[] = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
];

/** Whether the subscription charges, or may charge again, so that nobody needs a second one. */
export function isRunning({ status }: Pick<SubscriptionFacts, 'status'>): boolean {
  return runningStatuses.includes(status);
}

/** The right that follows from a subscription. */
export type WantedGrant = {
  state: GrantState;
  end_date: string | null;
  grace_until: string | null;
};

/**
 * Returns the right that a subscription gives, as it was just read; null if it gives none. If the right has an end, Stripe is asked at that
 * time, and without an answer the right continues for three days.
 */
export function grantWanted(
  facts: SubscriptionFacts,
  { grace_days }: { grace_days: number },
  now: Date,
): WantedGrant | null {
  const { status, is_paused, planned_end, trial_end } = facts;
  switch (status) {
    case 'active':
      if (is_paused) return until('paused', null, now);
      return planned_end === null ? until('running', null, now) : until('churning', planned_end, now);
    case 'trialing':
      return until('trialing', planned_end ?? trial_end, now);
    case 'past_due':
      return isInGrace(facts, grace_days, now) ? until('past_due', graceEnd(facts, grace_days), now) : null;
    case 'paused':
      return until('paused', null, now);
    default:
      return null;
  }
}

function graceEnd({ period_start }: SubscriptionFacts, grace_days: number): number {
  return period_start + (grace_days * day_ms) / 1000;
}

function isInGrace(facts: SubscriptionFacts, grace_days: number, now: Date): boolean {
  return now.getTime() < graceEnd(facts, grace_days) * 1000;
}

function until(state: GrantState, end: number | null, now: Date): WantedGrant {
  // If the end is past although the subscription continues, it is for Stripe to end it.
  if (end === null || end * 1000 <= now.getTime()) return { state, end_date: null, grace_until: null };
  return {
    state,
    end_date: new Date(end * 1000).toISOString(),
    grace_until: new Date(end * 1000 + patience_hours * hour_ms).toISOString(),
  };
}

const lateSeconds = 5;
const again_ms = 60_000;

/** Returns after how many milliseconds the subscription should be read again even without news of it; null means never. */
export function nextRead(
  facts: SubscriptionFacts,
  { grace_days }: { grace_days: number },
  now: Date,
): number | null {
  if (facts.ended !== null || facts.status === 'incomplete_expired') return null;
  const instants = [facts.planned_end, facts.trial_end, facts.period_end, graceEnd(facts, grace_days)]
    .filter(instant => instant !== null)
    .map(instant => (instant + lateSeconds) * 1000 - now.getTime());
  const future = Math.min(...instants.filter(wait => wait > 0), day_ms);
  const isOverdue = facts.planned_end !== null && facts.planned_end * 1000 <= now.getTime();
  return isOverdue ? Math.min(future, again_ms) : future;
}

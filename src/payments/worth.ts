import type { SubscriptionFacts } from './facts.ts';

/** The number of these periods in a month, as a fraction. */
const periods: Record<string, readonly [count: number, months: number]> = {
  day: [365, 12],
  week: [52, 12],
  month: [1, 1],
  year: [1, 12],
};

/**
 * Returns the monthly income from a subscription, rounded to the smallest unit of its currency: without taxes, less the discounts that
 * recur. It is 0 while the subscription is on trial, paused, unpaid or over. A subscription whose payment is due, or whose end is planned,
 * still counts.
 */
export function worthOf(
  { status, is_paused, amount, discount = 0, interval, interval_count = 1 }: SubscriptionFacts,
  in_scope: boolean,
): number {
  const isPaid = (status === 'active' || status === 'past_due') && !is_paused;
  const [count, months] = periods[interval] ?? [0, 1];
  if (!in_scope || !isPaid) return 0;
  return Math.round(((amount - discount) * count) / (months * interval_count));
}

/** Whether the income may soon be lost: the end is planned, or a payment is due. */
export function isAtRisk({
  status,
  planned_end,
}: Pick<SubscriptionFacts, 'status' | 'planned_end'>): boolean {
  return planned_end !== null || status === 'past_due';
}

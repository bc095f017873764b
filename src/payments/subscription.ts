import type { z } from 'zod';
import type { subscriptionSchema } from '../audience/subscribers/stripe.ts';
import type { PaymentAccount } from './account.ts';
import type { SubscriptionFacts } from './facts.ts';
import { practiceAddress } from './practice/door.ts';
import type { PaymentObject } from './queries.ts';

/** Returns the address of a page in the Stripe Dashboard; of an account in practice, that of the customer's page that stands for it. */
export function pageAtStripe(
  base_url: string,
  { id, mode }: Pick<PaymentAccount, 'id' | 'mode'>,
  path: string,
  customer_id: string,
): string {
  return mode === 'practice'
    ? `${practiceAddress(base_url, id)}/portal/${customer_id}`
    : `https://dashboard.stripe.com/${mode === 'live' ? '' : 'test/'}${path}`;
}

/** Shows the subscription as last read. */
export function showSubscription(
  base_url: string,
  account: Pick<PaymentAccount, 'id' | 'mode'>,
  { object_id, facts, read_date }: PaymentObject,
): z.input<typeof subscriptionSchema> {
  const read = facts as unknown as SubscriptionFacts;
  const dateOf = (seconds: number | null) =>
    seconds === null ? null : new Date(seconds * 1000).toISOString();
  return {
    subscription_id: object_id,
    url: pageAtStripe(base_url, account, `subscriptions/${object_id}`, read.customer),
    creation_date: dateOf(read.start)!,
    ending_date: dateOf(read.ended ?? read.planned_end),
    amount: read.amount,
    currency: read.currency,
    cadence: read.interval,
    status: read.status,
    application_fee_percent: read.foreign_fee,
    source: null,
    product: read.product,
    read_date: read_date!,
  };
}

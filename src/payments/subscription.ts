import { z } from 'zod';
import { timestamp } from '../platform/http/fields.ts';
import type { PaymentAccount } from './account.ts';
import type { SubscriptionFacts } from './facts.ts';
import { practiceAddress } from './practice/door.ts';
import type { PaymentObject } from './queries.ts';

/** A subscription at Stripe, in the shape of Buttondown's API. */
export const subscriptionSchema = z
  .object({
    subscription_id: z.string(),
    url: z.string().describe('Its page in the Stripe Dashboard; in a practice, the page that stands for it'),
    creation_date: timestamp,
    ending_date: timestamp.nullable().describe('When it ends or has ended, if that is known'),
    amount: z.int().nullable().describe('Of each period, in the smallest unit of the currency'),
    currency: z.string(),
    cadence: z.string(),
    status: z.string(),
    application_fee_percent: z
      .number()
      .nullable()
      .describe('What another service still takes of each payment'),
    source: z.enum(['substack', 'buttondown']).nullable().describe('Always null: Stripe does not say it'),
    product: z.string().nullable(),
    read_date: timestamp.describe('When Stripe said so'),
  })
  .meta({ id: 'StripeSubscription' });

/** The subscription as it was read last. */
export function showSubscription(
  base_url: string,
  { id, mode }: Pick<PaymentAccount, 'id' | 'mode'>,
  { object_id, facts, read_date }: PaymentObject,
): z.input<typeof subscriptionSchema> {
  const read = facts as unknown as SubscriptionFacts;
  const dateOf = (seconds: number | null) =>
    seconds === null ? null : new Date(seconds * 1000).toISOString();
  return {
    subscription_id: object_id,
    url:
      mode === 'practice'
        ? `${practiceAddress(base_url, id)}/portal/${read.customer}`
        : `https://dashboard.stripe.com/${mode === 'live' ? '' : 'test/'}subscriptions/${object_id}`,
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

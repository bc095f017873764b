import { z } from 'zod';
import { timestamp } from '../../platform/http/fields.ts';

/** A coupon of the payment service, in the shape of Buttondown's API, with its currency. */
export const couponSchema = z
  .object({
    coupon_id: z.string(),
    percent_off: z.string().nullable(),
    amount_off: z.int().nullable().describe('In the smallest unit of the currency'),
    currency: z.string().nullable().describe('The currency of amount_off'),
    name: z.string().nullable(),
  })
  .meta({
    id: 'StripeCoupon',
    examples: [
      { coupon_id: 'SPRING', percent_off: '20', amount_off: null, currency: null, name: 'Spring tide' },
    ],
  });
export type Coupon = z.output<typeof couponSchema>;

/** A subscriber as a customer of the payment service. */
export const customerSchema = z
  .object({
    customer_id: z.string(),
    url: z.string().describe('Its page in the Stripe Dashboard; in a practice, the page that stands for it'),
    link: z
      .enum(['checkout', 'adopted', 'person'])
      .describe('How it is known to be this subscriber: they bought something here, or were linked'),
    link_date: timestamp,
  })
  .meta({ id: 'StripeCustomer' });
export type Customer = z.output<typeof customerSchema>;

/** A subscription at Stripe, in the shape of Buttondown's API. */
export const subscriptionSchema = z
  .object({
    subscription_id: z.string(),
    url: z.string().describe('Its page in the Stripe Dashboard; in a practice, the page that stands for it'),
    creation_date: timestamp,
    ending_date: timestamp.nullable().describe('When it ends or has ended, if that is known'),
    amount: z.int().nullable().describe('The amount of each period, in the smallest unit of the currency'),
    currency: z.string(),
    cadence: z.string(),
    status: z.string(),
    application_fee_percent: z
      .number()
      .nullable()
      .describe('The percentage of each payment that another service still takes'),
    source: z.enum(['substack', 'buttondown']).nullable().describe('Always null: Stripe does not say it'),
    product: z.string().nullable(),
    read_date: timestamp.describe('When Stripe said so'),
  })
  .meta({
    id: 'StripeSubscription',
    examples: [
      {
        subscription_id: 'sub_1Qa2Bc3De4',
        url: 'https://dashboard.stripe.com/subscriptions/sub_1Qa2Bc3De4',
        creation_date: '2026-05-01T09:00:00.000Z',
        ending_date: null,
        amount: 500,
        currency: 'eur',
        cadence: 'month',
        status: 'active',
        application_fee_percent: null,
        source: null,
        product: 'Low water',
        read_date: '2026-11-20T09:00:00.000Z',
      },
    ],
  });

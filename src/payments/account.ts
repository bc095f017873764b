import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { PaymentAccounts } from '../platform/database/schema.ts';
import { line, timestamp } from '../platform/http/fields.ts';
import { sentence } from '../platform/sentences/sentence.ts';

/** The way a newsletter is paid: through one Stripe account in one of its modes, or through practice without an account. */
export type PaymentAccount = Selectable<PaymentAccounts>;

/**
 * Returns the source of grants that follow from payments. Those of practice and test mode have a source of their own, because they end when
 * real money comes.
 */
export function sourceOf({ mode }: Pick<PaymentAccount, 'mode'>): 'stripe' | 'stripe_test' {
  return mode === 'live' ? 'stripe' : 'stripe_test';
}

/** How many hours rights last after their end while Stripe does not answer that they are over. */
export const patience_hours = 72;
/** The number of days for which Stripe keeps events. Anything older is found by the comparison. */
export const eventDays = 30;

const product_ids = z.array(line(100)).max(100, sentence('input.most_100'));

const settings = {
  product_ids: product_ids.describe(
    'The products of the Stripe account that belong to this newsletter. Everything else in the account is counted and left alone',
  ),
  currency: z
    .string()
    .regex(/^[a-z]{3}$/, sentence('payments.currency'))
    .describe('The currency of new prices, such as usd'),
  grace_days: z
    .int(sentence('input.whole_number'))
    .min(0)
    .max(60)
    .describe('For how many days a failed payment still entitles'),
  trial_days: z
    .int(sentence('input.whole_number'))
    .min(0)
    .max(365)
    .describe('For how many days a new subscription is free; 0: no trial'),
  on_unsubscribe: z
    .enum(['end', 'keep'], sentence('input.one_of', { values: 'end, keep' }))
    .describe('What unsubscribing from mail does to the plan: it ends with the paid period, or it continues'),
  tax: z
    .enum(
      ['none', 'stripe_tax', 'managed'],
      sentence('input.one_of', { values: 'none, stripe_tax, managed' }),
    )
    .describe('Who works out taxes: nobody, Stripe Tax, or Stripe as the seller (Managed Payments)'),
};

const keyField = line(300).regex(/^(?:rk|sk)_(?:test|live)_\w+$/, sentence('payments.key_form'));

export const paymentsInput = z.object({
  mode: z
    .enum(['practice', 'stripe'], sentence('input.one_of', { values: 'practice, stripe' }))
    .optional()
    .describe('practice: no account, and nothing is charged. stripe: with `key`'),
  key: keyField
    .optional()
    .describe(
      'A restricted key of your Stripe account; its name says whether it is of test or live mode. Never shown',
    ),
  ...Object.fromEntries(Object.entries(settings).map(([name, rule]) => [name, rule.optional()])),
} as {
  mode: z.ZodOptional<z.ZodEnum<{ practice: 'practice'; stripe: 'stripe' }>>;
  key: z.ZodOptional<z.ZodString>;
} & { [Name in keyof typeof settings]: z.ZodOptional<(typeof settings)[Name]> });
export type PaymentsInput = z.output<typeof paymentsInput>;

/** The settings that a newsletter keeps when its connection ends or it moves to another installation. */
const keptSettings = paymentsInput.pick({
  currency: true,
  grace_days: true,
  trial_days: true,
  on_unsubscribe: true,
  tax: true,
});

/** Returns those of the settings that are kept, without any that are not valid here. */
export function keptOf(given: object): z.output<typeof keptSettings> {
  const read = keptSettings.safeParse(given);
  const kept = read.success ? read.data : {};
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
}

const driftSchema = z.object({
  kind: z
    .enum([
      'differs',
      'unknown',
      'vanished',
      'two_running',
      'without_subscriber',
      'foreign_fee',
      'other_currency',
    ])
    .describe(
      'differs, unknown, vanished: what is kept here differs from what Stripe has, and is corrected at once. The others need a person',
    ),
  subscription_id: z.string(),
  customer_id: z.string(),
  subscriber_id: z.string().nullable(),
});
export type Drift = z.output<typeof driftSchema>;

export const sweepSchema = z
  .object({
    date: timestamp,
    compared: z.int().describe("All subscriptions of the newsletter's products at Stripe"),
    agreed: z.int().describe('How many of them were the same here'),
    outside: z.int().describe('Subscriptions of other products in the account'),
    drifts: z.array(driftSchema),
  })
  .meta({ id: 'PaymentSweep' });

export const paymentsSchema = z
  .object({
    connected: z.boolean(),
    mode: z.enum(['none', 'practice', 'test', 'live']),
    account_id: z.string().nullable().describe('acct_…'),
    ...settings,
    currency: z.string(),
    notices: z
      .enum(['polled', 'pushed'])
      .describe(
        'How changes at Stripe become known: Postrider asks every five minutes, or Stripe also reports them at once',
      ),
    answer_date: timestamp.nullable().describe('When Stripe answered last'),
    failing_since: timestamp.nullable().describe('Since when Stripe has not answered; null: it does'),
    trouble: z.string().describe('What Stripe said last, or why it could not be asked'),
    notice_date: timestamp.nullable().describe('When the last notice with a valid signature arrived'),
    last_sweep: sweepSchema.nullable().describe('The last comparison with everything that Stripe has'),
    plans_url: z.string().describe('The page where readers choose what they pay'),
    key_rights: z
      .array(z.string())
      .describe('The rights that a restricted key needs, as the Stripe Dashboard names them'),
    new_key_url: z.string().describe('The page of the Stripe Dashboard that makes such a key'),
  })
  .meta({ id: 'Payments' });

export const checkInput = z.object({
  key: keyField
    .optional()
    .describe('A key that is not connected yet: its rights, and the products of its account'),
});

export const checkSchema = z
  .object({
    ok: z.boolean(),
    mode: z.enum(['practice', 'test', 'live']),
    account_id: z.string().nullable(),
    missing: z.array(z.string()).describe('Rights that the key lacks, as the Stripe Dashboard names them'),
    products: z.array(z.object({ id: z.string(), name: z.string(), is_chosen: z.boolean() })),
    trouble: z.string(),
  })
  .meta({ id: 'PaymentsCheck' });

import type { Selectable } from 'kysely';
import { z } from 'zod';
import { referralCode } from '../../links/referrals.ts';
import type { MailState, Subscribers, SubscriberType } from '../../platform/database/schema.ts';
import { clearable, text, timestamp, timestampInput } from '../../platform/http/fields.ts';
import { readTwoNames } from '../../platform/http/two-names.ts';
import { mailAddress } from '../../platform/mail/address.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { subscriberTypes } from '../filter/fields.ts';
import { mailStates, standings } from '../standing/type.ts';
import type { TagDirectory } from '../tags/resolve.ts';
import { created, shown, updated } from './fields.ts';
import { type Coupon, couponSchema, customerSchema, subscriptionSchema } from './stripe.ts';

export type Subscriber = Selectable<Subscribers>;

/** Types that pay, now or through a gift or trial. */
export const payingTypes = [
  'premium',
  'gifted',
  'trialed',
  'churning',
  'past_due',
] as const satisfies SubscriberType[];
/** Types that get mail without paying. */
export const freeTypes = ['regular', 'upcoming', 'paused', 'churned'] as const satisfies SubscriberType[];
/** Types that get mail, unless the reader has paused it (`isMailed`). */
export const mailableTypes = [...freeTypes, ...payingTypes] as const;

/** Types that a colliding create must not bring back: the person, or the mailbox, has said no. */
export const suppressedTypes: readonly SubscriberType[] = [
  'unsubscribed',
  'complained',
  'undeliverable',
  'blocked',
];

/** The type that somebody had, and the state of their mail, if that is known. */
export type FormerType = { type: SubscriberType; mail_state?: MailState | null };

/** Types whose subscription is over, so that there is nothing left to end. */
export const goneTypes: readonly SubscriberType[] = ['unsubscribed', 'complained', 'blocked', 'removed'];

/** Types that clients may set; the others are set by the service. */
export const settableTypes = [
  'unactivated',
  'regular',
  'premium',
  'gifted',
  'trialed',
  'churning',
  'past_due',
  'unpaid',
  'paused',
  'unsubscribed',
  'blocked',
] as const satisfies SubscriberType[];
const typeRule = sentence('input.one_of', { values: settableTypes.join(', ') });

const tags = z
  .array(z.string().max(100))
  .max(1000, sentence('input.most_1000_tags'))
  .describe('Tag ids or names; new names become tags');

export const subscriberSchema = z
  .object({
    id: z.string(),
    email_address: z.string(),
    email: z.string().describe('The same as email_address'),
    type: z.enum(subscriberTypes),
    subscriber_type: z.enum(subscriberTypes).describe('The same as type'),
    mail_state: z
      .enum(mailStates)
      .describe('What the person and the mailbox want, whatever they are entitled to'),
    standing: z
      .enum(standings)
      .describe('What the person is entitled to, regardless of the state of their mail'),
    tags: z.array(z.string()).describe('Ids'),
    ...shown,
    source: z.string(),
    form_id: z.string().nullable().describe('The form that they signed up with; null: none of /v1/forms'),
    creation_date: timestamp,
    modification_date: timestamp,
    confirmation_date: timestamp.nullable(),
    unsubscription_date: timestamp.nullable(),
    unsubscription_reason: z.string(),
    upgrade_date: timestamp.nullable().describe('Since when they pay, or last paid; null: never'),
    churn_date: timestamp.nullable().describe('When they stopped paying; null if they pay or never have'),
    gift_subscription_end_date: timestamp
      .nullable()
      .describe('When the gift that they have ends; null: it has no end, or there is none'),
    gift_subscription_message: z.string().describe('The message with that gift'),
    stripe_customer_id: z.string().nullable().describe('Their customer id at Stripe; null: none is known'),
    stripe_price: z.string().describe('The price that they pay at Stripe now; empty: none'),
    stripe_coupon: couponSchema
      .nullable()
      .describe('The coupon that lowers what they pay at Stripe; null: none'),
    stripe_customer: customerSchema.nullish().describe('With expand=stripe_customer; null: none is known'),
    stripe_subscription: subscriptionSchema
      .nullish()
      .describe('With expand=stripe_subscription: the one that runs, or else the last; null: none'),
    purchased_by: z
      .string()
      .nullable()
      .describe('Id of the subscriber who has bought them the gift that they accepted last'),
    purchased_message: z.string().nullable().describe('The message with that gift'),
    last_open_date: timestamp.nullable(),
    last_click_date: timestamp.nullable(),
    referral_code: z
      .string()
      .describe('The code in the links that they share; people who sign up with it count as brought by them'),
    secondary_id: z.int().describe('A number that increases with each new subscriber'),
  })
  .meta({ id: 'Subscriber' });

export const subscriberCreate = z
  .object({
    email_address: mailAddress.optional(),
    email: mailAddress.optional(),
    type: z.enum(settableTypes, typeRule).optional(),
    subscriber_type: z.enum(settableTypes, typeRule).optional(),
    tags: tags.nullish().transform(value => value ?? []),
    ...created,
    creation_date: timestampInput
      .nullish()
      .transform(value => value ?? undefined)
      .describe('When the subscriber joined, if earlier; needs the permission settings:write'),
  })
  .transform(({ email_address: address, email, type: one, subscriber_type, ...input }, context) => {
    const email_address = readTwoNames(context, { email_address: address, email });
    const type = readTwoNames(context, { type: one, subscriber_type });
    if (email_address !== undefined) return { ...input, email_address, type };
    context.addIssue({
      code: 'custom',
      path: ['email_address'],
      message: sentence('input.address_required'),
    });
    return z.NEVER;
  })
  .meta({ anyOf: [{ required: ['email_address'] }, { required: ['email'] }] });
export type SubscriberCreate = z.output<typeof subscriberCreate>;

export const subscriberUpdate = z.object({
  email_address: mailAddress.optional(),
  email: mailAddress.optional(),
  // Any type is read, because clients send back whole objects; the update refuses to change to one that cannot be set.
  type: z.enum(subscriberTypes, typeRule).optional(),
  subscriber_type: z.enum(subscriberTypes, typeRule).optional(),
  tags: clearable(tags, []),
  ...updated,
  unsubscription_reason: clearable(text(2000), ''),
});
export type SubscriberUpdate = z.output<typeof subscriberUpdate>;

/** Returns the subscriber as the API shows it: tags by id, and two fields under both of their names. */
export function showSubscriber(subscriber: Subscriber, tags: TagDirectory) {
  return {
    ...subscriber,
    email: subscriber.email_address,
    form_id: subscriber.form_id || null,
    subscriber_type: subscriber.type,
    tags: tags.ids(subscriber.tags),
    metadata: subscriber.metadata,
    stripe_coupon: subscriber.stripe_coupon as Coupon | null,
    referral_code: referralCode(subscriber.id),
    secondary_id: subscriber.key,
  };
}

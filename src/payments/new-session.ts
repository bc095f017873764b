import type Stripe from 'stripe';
import type { Subscriber } from '../audience/subscribers/subscriber.ts';
import type { PaymentAccount } from './account.ts';
import type { Checkout } from './checkout-queries.ts';
import { metadataNames } from './facts.ts';
import type { Gift } from './gift.ts';
import type { Price } from './offers.ts';

/** How long a reader has to pay. Stripe allows no shorter time. */
const openSeconds = 31 * 60;

/** Returns the metadata that marks objects that we make for the reader at Stripe as ours. */
export function metadataOf(account: PaymentAccount, subscriber: Pick<Subscriber, 'id'>) {
  return { [metadataNames.newsletter]: account.id, [metadataNames.subscriber]: subscriber.id };
}

/** Returns the parameters of the session in which the reader can pay. `now` is in seconds. */
export function sessionOf(
  account: PaymentAccount,
  checkout: Checkout,
  subscriber: Pick<Subscriber, 'id'>,
  { price, customer, gift }: { price: Price; customer: string; gift: Gift | undefined },
  now: number,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { ...metadataOf(account, subscriber), ...(gift && { [metadataNames.gift]: gift.id }) };
  const isOnce = price.cadence === 'one-time' || gift !== undefined;
  return {
    mode: isOnce ? 'payment' : 'subscription',
    customer,
    client_reference_id: checkout.id,
    line_items: [{ quantity: 1, ...(gift ? { price_data: onceAt(price) } : { price: price.id }) }],
    metadata,
    allow_promotion_codes: true,
    success_url: `${checkout.back}${checkout.back.includes('?') ? '&' : '?'}${gift ? 'gift' : 'paid'}=1`,
    cancel_url: checkout.back,
    expires_at: now + openSeconds,
    ...(account.tax === 'stripe_tax' && { automatic_tax: { enabled: true } }),
    ...(account.tax === 'managed' && { managed_payments: { enabled: true } }),
    ...(isOnce
      ? { invoice_creation: { enabled: true } }
      : {
          subscription_data: {
            metadata,
            ...(account.trial_days > 0 && {
              trial_period_days: account.trial_days,
              trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
            }),
          },
        }),
  };
}

/** Returns the price data of one period at this price, to be paid once. */
function onceAt({ amount, currency, product_id }: Price) {
  return { currency, product: product_id!, unit_amount: amount! };
}

import type Stripe from 'stripe';
import { failureOf } from './stripe.ts';

/**
 * The rights that the key needs, under their names in the Stripe Dashboard and in its addresses, each with a request that shows whether the
 * key has it. The requests that would write name something that cannot exist: with the right, Stripe answers that it is missing or invalid,
 * and nothing changes.
 */
const rights: readonly { name: string; slug: string; ask(stripe: Stripe): Promise<unknown> }[] = [
  { name: 'Customers: Write', slug: 'customer_write', ask: stripe => stripe.customers.update(nobody, {}) },
  { name: 'Products: Write', slug: 'product_write', ask: stripe => stripe.products.update(nobody, {}) },
  // In its addresses, Stripe still calls a price a plan.
  { name: 'Prices: Write', slug: 'plan_write', ask: stripe => stripe.prices.update(nobody, {}) },
  {
    name: 'Checkout Sessions: Write',
    slug: 'checkout_session_write',
    ask: stripe => stripe.checkout.sessions.expire(nobody),
  },
  {
    name: 'Customer portal: Write',
    slug: 'customer_portal_write',
    ask: stripe => stripe.billingPortal.sessions.create({ customer: nobody }),
  },
  {
    name: 'Subscriptions: Write',
    slug: 'subscription_write',
    ask: stripe => stripe.subscriptions.update(nobody, {}),
  },
  {
    name: 'Webhook Endpoints: Write',
    slug: 'webhook_write',
    ask: stripe => stripe.webhookEndpoints.update(nobody, {}),
  },
  {
    name: 'Charges and Refunds: Read',
    slug: 'charge_read',
    ask: stripe => stripe.charges.list({ limit: 1 }),
  },
  {
    name: 'PaymentIntents: Read',
    slug: 'payment_intent_read',
    ask: stripe => stripe.paymentIntents.list({ limit: 1 }),
  },
  { name: 'Invoices: Read', slug: 'invoice_read', ask: stripe => stripe.invoices.list({ limit: 1 }) },
  { name: 'Events: Read', slug: 'event_read', ask: stripe => stripe.events.list({ limit: 1 }) },
  { name: 'Coupons: Read', slug: 'coupon_read', ask: stripe => stripe.coupons.list({ limit: 1 }) },
];
const nobody = 'postrider_probe';

/** The names of the rights that a key needs. */
export const neededRights: readonly string[] = rights.map(({ name }) => name);

/** Stripe's page that makes a restricted key, with these rights ticked. Anybody who opens it sees what the key will be allowed to do. */
export const newKeyAddress = `https://dashboard.stripe.com/apikeys/create?${new URLSearchParams([
  ['name', 'Postrider'],
  ...rights.map(({ slug }) => ['permissions[]', `rak_${slug}`]),
])}`;

/** Returns the names of the rights that the key lacks. Throws faults of the key itself, and outages. */
export async function missingRights(stripe: Stripe): Promise<string[]> {
  const missing: string[] = [];
  for (const { name, ask } of rights) {
    const failure = await ask(stripe).then(
      () => undefined,
      error => {
        const failure = failureOf(error);
        if (!failure || failure.kind === 'away' || error.statusCode === 401) throw error;
        return error.statusCode as number;
      },
    );
    if (failure === 403) missing.push(name);
  }
  return missing;
}

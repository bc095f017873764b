import type Stripe from 'stripe';
import { failureOf } from './stripe.ts';

/**
 * The rights that the key needs, as the Stripe Dashboard names them, and a request that shows whether it has each. What writes asks
 * for something that cannot exist: with the right the answer is that it is missing or invalid, and nothing changes.
 */
const rights: readonly { name: string; ask(stripe: Stripe): Promise<unknown> }[] = [
  { name: 'Customers: Write', ask: stripe => stripe.customers.update(nobody, {}) },
  { name: 'Products: Write', ask: stripe => stripe.products.update(nobody, {}) },
  { name: 'Prices: Write', ask: stripe => stripe.prices.update(nobody, {}) },
  { name: 'Checkout Sessions: Write', ask: stripe => stripe.checkout.sessions.expire(nobody) },
  {
    name: 'Customer portal: Write',
    ask: stripe => stripe.billingPortal.sessions.create({ customer: nobody }),
  },
  { name: 'Subscriptions: Write', ask: stripe => stripe.subscriptions.update(nobody, {}) },
  { name: 'Webhook Endpoints: Write', ask: stripe => stripe.webhookEndpoints.update(nobody, {}) },
  { name: 'Events: Read', ask: stripe => stripe.events.list({ limit: 1 }) },
  { name: 'Coupons: Read', ask: stripe => stripe.coupons.list({ limit: 1 }) },
];
const nobody = 'postrider_probe';

/** The names of the rights that the key lacks. Throws what is wrong with the key itself, and outages. */
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

import type Stripe from 'stripe';
import { z } from 'zod';
import type { PaymentAccount } from './account.ts';
import { idOf } from './facts.ts';

const cadences = ['year', 'month', 'week', 'one-time'] as const;

/** A price at which readers can buy the newsletter, in the shape of Buttondown's API. Amounts are in the smallest unit of the currency. */
export const priceSchema = z
  .object({
    id: z.string(),
    amount: z.int().nullable(),
    cadence: z.enum(cadences),
    style: z.enum(['fixed', 'pay-what-you-want']),
    currency: z.string(),
    description: z.string().nullable(),
    minimum_amount: z.int().nullable(),
    maximum_amount: z.int().nullable(),
    suggested_amount: z.int().nullable(),
    product_id: z.string().nullable(),
    product: z
      .object({
        id: z.string(),
        product_id: z.string(),
        name: z.string(),
        creation_date: z.string(),
        active: z.boolean(),
        default_price: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Price' });
export type Price = z.output<typeof priceSchema>;

/** Reads the present offers: the active prices of the newsletter's products, as Stripe has them. */
export async function readOffers(
  stripe: Stripe,
  { product_ids }: Pick<PaymentAccount, 'product_ids'>,
): Promise<Price[]> {
  if (product_ids.length === 0) return [];
  const products = new Map<string, Stripe.Product>();
  for await (const product of stripe.products.list({ limit: 100 })) products.set(product.id, product);
  const offers: Price[] = [];
  for await (const price of stripe.prices.list({ active: true, limit: 100 })) {
    const product = products.get(idOf(price.product));
    const shown = product?.active && product_ids.includes(product.id) && priceOf(price, product);
    if (shown) offers.push(shown);
  }
  return offers.toSorted((a, b) => (a.amount ?? 0) - (b.amount ?? 0));
}

/** Returns the price as it is shown; undefined for a price by use or of every few days, which nobody can buy here. */
export function priceOf(price: Stripe.Price, product: Stripe.Product): Price | undefined {
  const { recurring, custom_unit_amount: custom } = price;
  const cadence = cadences.find(name => name === (recurring ? recurring.interval : 'one-time'));
  if (!cadence || (recurring && (recurring.interval_count !== 1 || recurring.usage_type !== 'licensed')))
    return undefined;
  if (custom === null && price.unit_amount === null) return undefined;
  return {
    id: price.id,
    amount: price.unit_amount,
    cadence,
    style: custom ? 'pay-what-you-want' : 'fixed',
    currency: price.currency,
    description: price.nickname,
    minimum_amount: custom?.minimum ?? null,
    maximum_amount: custom?.maximum ?? null,
    suggested_amount: custom?.preset ?? null,
    product_id: product.id,
    product: {
      id: product.id,
      product_id: product.id,
      name: product.name,
      creation_date: new Date(product.created * 1000).toISOString(),
      active: product.active,
      default_price: idOf(product.default_price) || null,
    },
  };
}

/** Returns the offers of the account as last read. */
export function offersOf({ offers }: Pick<PaymentAccount, 'offers'>): Price[] {
  return offers as unknown as Price[];
}

import type Stripe from 'stripe';
import { z } from 'zod';
import type { Newsletter } from '../accounts/newsletter.ts';
import { DomainError, domainError, found } from '../platform/errors.ts';
import { line } from '../platform/http/fields.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import type { PaymentAccount } from './account.ts';
import { updateAccount } from './account-queries.ts';
import { leadToPlans } from './connect.ts';
import { offersOf, type Price, priceOf, readOffers } from './offers.ts';
import { asking, refuseOnHold, type StripeContext, stripeOf } from './stripe.ts';

const highest = 99_999_999;
const amount = z.int(sentence('input.whole_number')).nullish();

export const priceInput = z.object({
  amount: amount.describe('In the smallest unit of the currency, such as cents'),
  cadence: z.enum(['year', 'month', 'week', 'one-time', 'email']),
  currency: z.string().regex(/^[A-Za-z]{3}$/, sentence('payments.currency')),
  description: line(200).nullish().describe('The name that readers see where they choose'),
  style: z.enum(['fixed', 'pay-what-you-want', 'usage-based']).nullish(),
  minimum_amount: amount,
  maximum_amount: amount,
  suggested_amount: amount,
  product_id: line(100)
    .nullish()
    .describe('The product; by default the first one of the newsletter, or a new one'),
});
export type PriceInput = z.output<typeof priceInput>;

/** Throws with the code of the first rule that the price breaks. */
function checkPrice(input: PriceInput): void {
  const {
    cadence,
    style,
    amount,
    minimum_amount: least,
    maximum_amount: most,
    suggested_amount: usual,
  } = input;
  const refuse = (code: ConstructorParameters<typeof DomainError>[0], detail: string) => {
    throw new DomainError(code, detail);
  };
  if (cadence === 'email') refuse('request_invalid', sentence('payments.cadence_refused'));
  if (style === 'usage-based') refuse('request_invalid', sentence('payments.style_refused'));
  if (style !== 'pay-what-you-want') {
    if (!amount || amount < 1 || amount > highest)
      refuse('invalid_amount', sentence('payments.amount_missing'));
    return;
  }
  if (cadence !== 'one-time') refuse('request_invalid', sentence('payments.choice_is_one_time'));
  if ((most ?? 0) > highest) refuse('maximum_amount_too_high', sentence('payments.maximum_too_high'));
  if (least != null && most != null && least >= most)
    refuse('minimum_amount_not_less_than_maximum', sentence('payments.minimum_not_less'));
  if (usual != null && (usual < (least ?? 0) || usual > (most ?? highest)))
    refuse('suggested_amount_out_of_range', sentence('payments.suggestion_out_of_range'));
}

/** Makes the price at Stripe, and the newsletter's product if it has none. */
export async function createPrice(
  context: StripeContext,
  account: PaymentAccount,
  newsletter: Newsletter,
  input: PriceInput,
): Promise<Price> {
  checkPrice(input);
  await refuseOnHold(context.db);
  const stripe = stripeOf(context, account);
  return asking(async () => {
    const product = await demandProduct(stripe, account, newsletter, input.product_id ?? undefined);
    const isChosen = input.style === 'pay-what-you-want';
    const price = await stripe.prices.create({
      product: product.id,
      currency: input.currency.toLowerCase(),
      ...(input.description && { nickname: input.description }),
      ...(input.cadence !== 'one-time' && { recurring: { interval: input.cadence as 'month' } }),
      ...(isChosen ? { custom_unit_amount: choiceOf(input) } : { unit_amount: input.amount! }),
    });
    const product_ids = [...new Set([...account.product_ids, product.id])];
    await rereadOffers(context, { ...account, product_ids });
    await leadToPlans(context, newsletter);
    return priceOf(price, product)!;
  });
}

function choiceOf({ minimum_amount, maximum_amount, suggested_amount }: PriceInput) {
  return {
    enabled: true as const,
    ...(minimum_amount != null && { minimum: minimum_amount }),
    ...(maximum_amount != null && { maximum: maximum_amount }),
    ...(suggested_amount != null && { preset: suggested_amount }),
  };
}

async function demandProduct(
  stripe: Stripe,
  { product_ids }: PaymentAccount,
  { name }: Pick<Newsletter, 'name'>,
  asked: string | undefined,
): Promise<Stripe.Product> {
  const wanted = asked ?? product_ids[0];
  if (wanted === undefined) return stripe.products.create({ name });
  for await (const product of stripe.products.list({ active: true, limit: 100 }))
    if (product.id === wanted) return product;
  throw domainError('product_deleted', 'payments.product_gone');
}

/** Archives the price: nobody can buy it any more, and those who have it keep it. Throws `not_found` and `default_price`. */
export async function archivePrice(
  context: StripeContext,
  account: PaymentAccount,
  price_id: string,
): Promise<void> {
  await refuseOnHold(context.db);
  const price = found(
    offersOf(account).find(({ id }) => id === price_id),
    'price',
  );
  if (price.product?.default_price === price.id) throw domainError('default_price', 'payments.default_price');
  await asking(async () => {
    await stripeOf(context, account).prices.update(price_id, { active: false });
    await rereadOffers(context, account);
  });
}

async function rereadOffers(context: StripeContext, account: PaymentAccount): Promise<void> {
  const offers = JSON.stringify(await readOffers(stripeOf(context, account), account));
  await updateAccount(context.db, account.key, { product_ids: account.product_ids, offers });
}

/** Lists the products of the account, and says which of them are `chosen`. */
export async function listProducts(
  stripe: Stripe,
  chosen: readonly string[],
): Promise<{ id: string; name: string; is_chosen: boolean }[]> {
  const products: { id: string; name: string; is_chosen: boolean }[] = [];
  for await (const { id, name } of stripe.products.list({ active: true, limit: 100 }))
    products.push({ id, name, is_chosen: chosen.includes(id) });
  return products;
}

import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Coupon } from './stripe.ts';

/** Notes the id of each of these subscribers as a customer of the payment service, if none has been noted. */
export async function noteCustomers(
  trx: Database,
  customers: readonly { subscriber_key: number; customer_id: string }[],
): Promise<void> {
  if (customers.length === 0) return;
  await sql`
    update subscribers set stripe_customer_id = one.customer_id
    from jsonb_to_recordset(${JSON.stringify(customers)}) as one (subscriber_key bigint, customer_id text)
    where key = one.subscriber_key and stripe_customer_id is null`.execute(trx);
}

/** Notes the price that the subscriber pays now (empty: none), and the coupon that reduces it. */
export async function notePlan(
  trx: Database,
  key: number,
  { stripe_price, stripe_coupon }: { stripe_price: string; stripe_coupon: Coupon | null },
): Promise<void> {
  const coupon = stripe_coupon && JSON.stringify(stripe_coupon);
  await sql`
    update subscribers set stripe_price = ${stripe_price}, stripe_coupon = ${coupon}::jsonb,
      stripe_prices = case when ${stripe_price} = '' or ${stripe_price} = any(stripe_prices) then stripe_prices
        else array_append(stripe_prices, ${stripe_price}::text) end
    where key = ${key} and (stripe_price, stripe_coupon) is distinct from (${stripe_price}, ${coupon}::jsonb)`.execute(
    trx,
  );
}

/** Notes who has bought the subscriber a gift, and with which message. */
export async function notePurchase(
  trx: Database,
  key: number,
  purchase: { purchased_by: string | null; purchased_message: string },
): Promise<void> {
  await trx.updateTable('subscribers').set(purchase).where('key', '=', key).execute();
}

/** Forgets the customers and prices of a newsletter's subscribers when its connection with the payment service has ended. */
export async function forgetCustomers(trx: Database, newsletter_key: number): Promise<void> {
  await sql`
    update subscribers set stripe_customer_id = null, stripe_price = '', stripe_prices = '{}', stripe_coupon = null
    where newsletter_key = ${newsletter_key} and (stripe_customer_id is not null or stripe_prices <> '{}')`.execute(
    trx,
  );
}

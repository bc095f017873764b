import { sql } from 'kysely';
import { noteCustomers } from '../audience/subscribers/customers.ts';
import type { Database } from '../platform/database/connect.ts';
import type { PaymentObject } from './queries.ts';

/** Finds the subscriber who is this customer; null if the person was deleted; undefined if nobody is known as the customer. */
export async function findPayer(
  db: Database,
  account_key: number,
  customer_id: string,
): Promise<{ subscriber_key: number | null } | undefined> {
  return db
    .selectFrom('payers')
    .select('subscriber_key')
    .where('account_key', '=', account_key)
    .where('customer_id', '=', customer_id)
    .executeTakeFirst();
}

/** Returns the ids of the subscribers who are these customers. */
export async function listPayers(
  db: Database,
  account_key: number,
  customer_ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('payers')
    .innerJoin('subscribers', 'subscribers.key', 'payers.subscriber_key')
    .select(['customer_id', 'subscribers.id'])
    .where('account_key', '=', account_key)
    .where('customer_id', '=', sql<string>`any(${[...customer_ids]}::text[])`)
    .execute();
  return new Map(rows.map(({ customer_id, id }) => [customer_id, id]));
}

/** Finds the subscriber's first customer. */
export async function findCustomer(
  db: Database,
  account_key: number,
  subscriber_key: number,
): Promise<string | undefined> {
  const payer = await db
    .selectFrom('payers')
    .select('customer_id')
    .where('account_key', '=', account_key)
    .where('subscriber_key', '=', subscriber_key)
    .orderBy('key')
    .executeTakeFirst();
  return payer?.customer_id;
}

/** Notes that these customers are these subscribers, except where somebody else is known as the customer. */
export async function linkPayers(
  trx: Database,
  account_key: number,
  payers: { customer_id: string; subscriber_key: number }[],
  link: 'checkout' | 'adopted' | 'person',
): Promise<void> {
  if (payers.length === 0) return;
  await trx
    .insertInto('payers')
    .values(payers.map(payer => ({ ...payer, account_key, link })))
    .onConflict(conflict => conflict.columns(['account_key', 'customer_id']).doNothing())
    .execute();
  await noteCustomers(trx, payers);
}

/** Lists the subscriptions of a subscriber that were read or are about to be read, newest first. */
export async function listSubscriptions(
  db: Database,
  account_key: number,
  subscriber_key: number,
): Promise<PaymentObject[]> {
  return db
    .selectFrom('payment_objects')
    .innerJoin('payers', join =>
      join
        .onRef('payers.account_key', '=', 'payment_objects.account_key')
        .onRef('payers.customer_id', '=', 'payment_objects.customer_id'),
    )
    .selectAll('payment_objects')
    .where('payment_objects.account_key', '=', account_key)
    .where('payers.subscriber_key', '=', subscriber_key)
    .where('kind', '=', 'subscription')
    .orderBy('payment_objects.key', 'desc')
    .execute();
}

import { sql } from 'kysely';
import type { Expansions } from '../audience/subscribers/routes.ts';
import type { Customer } from '../audience/subscribers/stripe.ts';
import type { Database } from '../platform/database/connect.ts';
import { findAccount } from './account-queries.ts';
import type { PaymentObject } from './queries.ts';
import { pageAtStripe, showSubscription } from './subscription.ts';

/** Shows the customers of subscribers, and what they pay for, as last read. */
export function paymentExpansions({ base_url }: { base_url: string }): Expansions {
  return {
    async stripe_customer({ db, newsletter }, subscribers) {
      const account = await findAccount(db, newsletter.key);
      const found = account ? await listCustomers(db, account.key, keysOf(subscribers)) : [];
      return new Map(
        found.map(({ subscriber_key, ...customer }) => {
          const path = `customers/${customer.customer_id}`;
          return [
            subscriber_key,
            { ...customer, url: pageAtStripe(base_url, account!, path, customer.customer_id) },
          ];
        }),
      );
    },
    async stripe_subscription({ db, newsletter }, subscribers) {
      const account = await findAccount(db, newsletter.key);
      const found = account ? await listLatest(db, account.key, keysOf(subscribers)) : [];
      return new Map(
        found.map(({ subscriber_key, ...object }) => [
          subscriber_key,
          showSubscription(base_url, account!, object),
        ]),
      );
    },
  };
}

const keysOf = (subscribers: { key: number }[]) => subscribers.map(({ key }) => key);

/** Lists the first customer of each of these subscribers. */
async function listCustomers(
  db: Database,
  account_key: number,
  subscriber_keys: number[],
): Promise<(Omit<Customer, 'url'> & { subscriber_key: number })[]> {
  const { rows } = await sql<Omit<Customer, 'url'> & { subscriber_key: number }>`
    select wanted.key as subscriber_key, payer.* from unnest(${subscriber_keys}::bigint[]) as wanted (key)
    cross join lateral (
      select customer_id, link, creation_date as link_date from payers
      where subscriber_key = wanted.key and account_key = ${account_key} order by payers.key limit 1
    ) payer`.execute(db);
  return rows;
}

/** Lists the running subscription of each of these subscribers, or else their last one. */
async function listLatest(
  db: Database,
  account_key: number,
  subscriber_keys: number[],
): Promise<(PaymentObject & { subscriber_key: number })[]> {
  const { rows } = await sql<PaymentObject & { subscriber_key: number }>`
    select wanted.key as subscriber_key, latest.* from unnest(${subscriber_keys}::bigint[]) as wanted (key)
    cross join lateral (
      select payment_objects.* from payers
      join payment_objects on payment_objects.account_key = payers.account_key
        and payment_objects.customer_id = payers.customer_id
      where payers.subscriber_key = wanted.key and payers.account_key = ${account_key}
        and kind = 'subscription' and facts is not null
      order by is_running desc, payment_objects.key desc limit 1
    ) latest`.execute(db);
  return rows;
}

import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';

export const movementKinds = ['new', 'return', 'expansion', 'contraction', 'churn'] as const;
export type MovementKind = (typeof movementKinds)[number];
/** The number of movements of a kind on a day, and their change of the monthly income. */
export type Move = { currency: string; day: string; kind: MovementKind; people: number; amount: number };
/** The amounts that were paid and paid back on a day. */
export type Receipts = { currency: string; day: string; paid: number; invoices: number; refunded: number };

/**
 * Sums the movements of an account by currency, day and kind, until the end of a day. The kind of a movement follows from what its customer
 * paid before and after it.
 */
export async function sumMovements(
  db: Database,
  account_key: number,
  timezone: string,
  until: string,
): Promise<Move[]> {
  const { rows } = await sql<Move>`
    with moved as (
      select currency, move_date, amount,
        sum(amount) over chain as total, row_number() over chain as place
      from payment_movements where account_key = ${account_key}
      window chain as (partition by customer_id, currency order by read_key)
    ), named as (
      select currency, (move_date at time zone ${timezone})::date as day, amount,
        case
          when total = amount then case when place = 1 then 'new' else 'return' end
          when total = 0 then 'churn'
          when amount > 0 then 'expansion'
          else 'contraction'
        end as kind
      from moved
    )
    select currency, day::text as day, kind, count(*) as people, sum(amount)::bigint as amount from named
    where day <= ${until}::date
    group by currency, day, kind order by currency, day, kind`.execute(db);
  return rows;
}

/** Sums payments and refunds by currency and day. A refund counts if the invoice whose payment it returns counts. */
export async function sumReceipts(db: Database, account_key: number, timezone: string): Promise<Receipts[]> {
  const { rows } = await sql<Receipts>`
    with paid as (
      select facts, facts ->> 'currency' as currency, (facts ->> 'paid')::bigint as amount,
        (to_timestamp((facts ->> 'paid_at')::bigint) at time zone ${timezone})::date as day
      from payment_objects
      where account_key = ${account_key} and kind = 'invoice' and in_scope and (facts ->> 'paid')::bigint > 0
    ), intents as (
      select jsonb_array_elements_text(facts -> 'payment_intents') as intent from paid
    ), refunded as (
      select facts ->> 'currency' as currency, (facts ->> 'amount')::bigint as amount,
        (to_timestamp((facts ->> 'created')::bigint) at time zone ${timezone})::date as day
      from payment_objects
      where account_key = ${account_key} and kind = 'refund' and (facts ->> 'is_good')::boolean
        and facts ->> 'payment_intent' in (select intent from intents)
    ), both_kinds as (
      select currency, day, amount as paid, 1 as invoices, 0::bigint as refunded from paid
      union all select currency, day, 0, 0, amount from refunded
    )
    select currency, day::text as day, sum(paid)::bigint as paid, sum(invoices)::bigint as invoices,
      sum(refunded)::bigint as refunded
    from both_kinds group by currency, day order by currency, day`.execute(db);
  return rows;
}

/** Sums the monthly income that may soon be lost, by currency. */
export async function countRisk(
  db: Database,
  account_key: number,
): Promise<{ currency: string; people: number; amount: number }[]> {
  const { rows } = await sql<{ currency: string; people: number; amount: number }>`
    select facts ->> 'currency' as currency, count(distinct customer_id) as people, sum(worth)::bigint as amount
    from payment_objects
    where account_key = ${account_key} and kind = 'subscription' and worth > 0
      and (facts ->> 'planned_end' is not null or facts ->> 'status' = 'past_due')
    group by 1 order by 1`.execute(db);
  return rows;
}

import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';

/** Lists the subscriber's purchases at Stripe, as last read, and the gifts that they have bought or accepted, oldest first. */
export async function paymentsOf(db: Database, subscriber_key: number): Promise<object[]> {
  const { rows } = await sql<{ what: object }>`
    select jsonb_build_object('kind', kind, 'id', object_id, 'customer', objects.customer_id, 'first_seen', objects.creation_date,
      'last_read', read_date, 'facts', facts) as what, objects.creation_date as date
    from payers join payment_objects objects
      on objects.account_key = payers.account_key and objects.customer_id = payers.customer_id
    where subscriber_key = ${subscriber_key} and facts is not null
    union all
    select jsonb_strip_nulls(jsonb_build_object('kind', 'gift', 'id', id, 'state', state, 'lasts', lasts, 'message', message,
      'for', case when buyer_key = ${subscriber_key} then recipient_address end, 'paid', paid_date, 'accepted', accepted_date,
      'ends', end_date)), creation_date
    from gift_purchases where ${subscriber_key} in (buyer_key, recipient_key)
    order by date`.execute(db);
  return rows.map(({ what }) => what);
}

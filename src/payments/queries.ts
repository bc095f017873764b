import { type Selectable, sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import type { PaymentObjects } from '../platform/database/schema.ts';
import { newId } from '../platform/ids.ts';

/** An object of Stripe as last read. */
export type PaymentObject = Selectable<PaymentObjects>;
/** The reason why an object is read. */
export type Cause = 'notice' | 'poll' | 'sweep' | 'checkout' | 'person' | 'date';
export type ObjectKind = 'subscription' | 'checkout' | 'invoice' | 'refund';

/**
 * Makes the objects due to be read, and adds those that were not known. A read that is under way at this moment began too early, and is not
 * kept.
 */
export async function requestReads(
  db: Database,
  account_key: number,
  objects: { object_id: string; kind: ObjectKind; customer_id?: string }[],
  cause: Cause,
): Promise<void> {
  if (objects.length === 0) return;
  const wanted = [...new Map(objects.map(object => [object.object_id, object])).values()].map(object => ({
    customer_id: '',
    ...object,
    id: newId(),
  }));
  await sql`
    with requested as (
      insert into payment_objects as present (id, account_key, object_id, kind, customer_id, cause, work_date)
      select id, ${account_key}, object_id, kind, customer_id, ${cause}, now()
      from jsonb_to_recordset(${JSON.stringify(wanted)}) as one (id uuid, object_id text, kind text, customer_id text)
      order by object_id
      on conflict (account_key, object_id) do update set
        customer_id = coalesce(nullif(excluded.customer_id, ''), present.customer_id),
        cause = excluded.cause, work_date = now(), work_lease = null, work_tries = 0, work_trouble = ''
      returning 1
    )
    select pg_notify('postrider_work', 'payment_objects') from requested limit 1`.execute(db);
}

export async function findObject(db: Database, id: string): Promise<PaymentObject | undefined> {
  return db.selectFrom('payment_objects').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds the object and locks it, if this claim on it still holds. */
export async function lockClaimed(
  trx: Database,
  { id, work_lease }: { id: string; work_lease: string },
): Promise<PaymentObject | undefined> {
  return trx
    .selectFrom('payment_objects')
    .selectAll()
    .where('id', '=', id)
    .where('work_lease', '=', work_lease)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Returns when the object may have got its present state: at the first event about it since the read before this one or, if no event is
 * known, after that read.
 */
export async function findChange(
  db: Database,
  { account_key, object_id, read_date }: Pick<PaymentObject, 'account_key' | 'object_id' | 'read_date'>,
  now: Date,
): Promise<string> {
  if (read_date === null) return now.toISOString();
  const { rows } = await sql<{ date: string }>`
    select coalesce(min(event_date), ${read_date}::timestamptz) as date from payment_notices
    where account_key = ${account_key} and object_id = ${object_id}
      and event_date > ${read_date} and event_date <= ${now.toISOString()}`.execute(db);
  return rows[0]!.date;
}

/** Lists the checkouts that were paid by these payment intents. */
export async function listPaidBy(
  db: Database,
  account_key: number,
  intents: readonly string[],
): Promise<string[]> {
  if (intents.length === 0) return [];
  const { rows } = await sql<{ object_id: string }>`
    select object_id from payment_objects
    where account_key = ${account_key} and kind = 'checkout' and facts ->> 'payment_intent' = any(${intents}::text[])`.execute(
    db,
  );
  return rows.map(row => row.object_id);
}

/** The result of reading an object. `worth` is its monthly income, in the smallest unit of its currency. */
type KeptRead = {
  facts: object;
  is_running: boolean;
  customer_id: string;
  currency: string;
  in_scope: boolean;
  worth: number;
};

/**
 * Stores the result of reading an object. If it differs from the stored one, the read is added to the object's history, and a change of its
 * monthly income is recorded as a movement.
 */
export async function keepRead(
  trx: Database,
  object: Pick<PaymentObject, 'key' | 'cause'>,
  { facts, is_running, customer_id, currency, in_scope, worth }: KeptRead,
  now: Date,
): Promise<void> {
  const read = JSON.stringify(facts);
  const date = now.toISOString();
  await sql`
    with present as (
      select key, account_key, facts, in_scope, worth from payment_objects where key = ${object.key}
    ), differing as (
      insert into payment_reads (object_key, read_date, cause, facts, in_scope)
      select key, ${date}, ${object.cause}, ${read}::jsonb, ${in_scope} from present
      where facts is distinct from ${read}::jsonb or in_scope <> ${in_scope}
      returning key
    ), moved as (
      insert into payment_movements (read_key, account_key, customer_id, currency, move_date, amount)
      select differing.key, account_key, ${customer_id}, ${currency}, ${date}, ${worth}::bigint - worth
      from differing, present where worth <> ${worth}::bigint
    )
    update payment_objects set facts = ${read}::jsonb, is_running = ${is_running}, customer_id = ${customer_id},
      in_scope = ${in_scope}, read_date = ${date}, cause = 'date',
      worth = case when exists (select from differing) then ${worth}::bigint else worth end
    where key = ${object.key}`.execute(trx);
}

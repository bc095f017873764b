import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { noteCustomers } from '../audience/subscribers/customers.ts';
import type { Database } from '../platform/database/connect.ts';
import type { PaymentAccounts, PaymentObjects } from '../platform/database/schema.ts';
import { newId } from '../platform/ids.ts';
import type { Drift, PaymentAccount } from './account.ts';
import type { SubscriptionFacts } from './facts.ts';

/** An object of Stripe as it was read last. */
export type PaymentObject = Selectable<PaymentObjects>;
/** Why an object is read. */
export type Cause = 'notice' | 'poll' | 'sweep' | 'checkout' | 'person' | 'date';
export type ObjectKind = 'subscription' | 'checkout' | 'invoice' | 'refund';

export async function findAccount(db: Database, newsletter_key: number): Promise<PaymentAccount | undefined> {
  return db
    .selectFrom('payment_accounts')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .executeTakeFirst();
}

/** The newsletter's account, locked: nobody reads for it until the transaction ends. */
export async function lockAccount(
  trx: Database,
  newsletter_key: number,
): Promise<PaymentAccount | undefined> {
  return trx
    .selectFrom('payment_accounts')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .forUpdate()
    .executeTakeFirst();
}

export async function findAccountById(db: Database, id: string): Promise<PaymentAccount | undefined> {
  return db.selectFrom('payment_accounts').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findAccountByKey(db: Database, key: number): Promise<PaymentAccount | undefined> {
  return db.selectFrom('payment_accounts').selectAll().where('key', '=', key).executeTakeFirst();
}

export async function insertAccount(
  trx: Database,
  account: Insertable<PaymentAccounts>,
): Promise<PaymentAccount> {
  return trx.insertInto('payment_accounts').values(account).returningAll().executeTakeFirstOrThrow();
}

export async function updateAccount(
  db: Database,
  key: number,
  changes: Updateable<PaymentAccounts>,
): Promise<PaymentAccount> {
  return db
    .updateTable('payment_accounts')
    .set(changes)
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteAccount(trx: Database, key: number): Promise<void> {
  await trx.deleteFrom('payment_accounts').where('key', '=', key).execute();
}

/**
 * Notes that Stripe has answered, or why not, in at most 500 characters. An answer after another is noted once a minute, because all
 * reads of an account share this row.
 */
export async function noteAnswer(db: Database, key: number, said: string, now: Date): Promise<void> {
  const date = now.toISOString();
  const trouble = said.slice(0, 500);
  await sql`
    update payment_accounts set trouble = ${trouble},
      answer_date = case when ${trouble} = '' then ${date}::timestamptz else answer_date end,
      failing_since = case when ${trouble} = '' then null else coalesce(failing_since, ${date}::timestamptz) end
    where key = ${key} and (trouble <> ${trouble} or ${trouble} = '' and coalesce(answer_date < ${date}::timestamptz - interval '1 minute', true))`.execute(
    db,
  );
}

/**
 * Makes the objects due to be read, and known if they were not. Whoever reads one of them at this moment began too early, and what
 * they read is not kept.
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

/** The object, locked, if this claim on it still holds. */
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

/** Keeps the account from being replaced until the transaction ends. Returns whether it still exists. */
export async function holdAccount(trx: Database, key: number): Promise<boolean> {
  const found = await trx
    .selectFrom('payment_accounts')
    .select('key')
    .where('key', '=', key)
    .forKeyShare()
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Returns when the object may have become what it is now: at the first event about it since the read before this one, or, if none is
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

/** The checkouts that were paid by these payment intents. */
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

/** What was read of an object. `worth`: what it brings each month, in the smallest unit of its currency. */
type KeptRead = {
  facts: object;
  is_running: boolean;
  customer_id: string;
  currency: string;
  in_scope: boolean;
  worth: number;
};

/**
 * Keeps what was read of an object. If it differs from what was kept, its history gets the read, and a change of what it brings
 * each month gets a movement.
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

/** The subscriber whom the customer is; null if the person was deleted; undefined if nobody is known by it. */
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

/** The ids of the subscribers whom these customers are. */
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

/** The customer that the subscriber has had first. */
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

/** Notes that the customers are these subscribers, unless somebody else is known by them. */
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

/** The subscriptions of a subscriber that were read or are about to be, the newest first. */
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

/** All subscriptions that are known of the account, with who pays for them. */
export async function listKept(
  db: Database,
  account_key: number,
): Promise<
  {
    object_id: string;
    facts: SubscriptionFacts | null;
    is_running: boolean;
    customer_id: string;
    is_linked: boolean;
    subscriber_id: string | null;
  }[]
> {
  const { rows } = await sql<Awaited<ReturnType<typeof listKept>>[number]>`
    select object_id, facts, is_running, objects.customer_id, payer.key is not null as is_linked, person.id as subscriber_id
    from payment_objects objects
    left join lateral (
      select key, subscriber_key from payers
      where payers.account_key = objects.account_key and payers.customer_id = objects.customer_id limit 1
    ) payer on true
    left join lateral (select id from subscribers where subscribers.key = payer.subscriber_key limit 1) person on true
    where objects.account_key = ${account_key} and kind = 'subscription'`.execute(db);
  return rows;
}

/** Which of these objects are known. */
export async function listKnown(
  db: Database,
  account_key: number,
  object_ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('payment_objects')
    .select('object_id')
    .where('account_key', '=', account_key)
    .where('object_id', '=', sql<string>`any(${[...object_ids]}::text[])`)
    .execute();
  return new Set(rows.map(row => row.object_id));
}

export type Sweep = { compared: number; agreed: number; outside: number; drifts: Drift[] };

export async function keepSweep(db: Database, account_key: number, sweep: Sweep, now: Date): Promise<void> {
  await db
    .insertInto('payment_sweeps')
    .values({ ...sweep, account_key, sweep_date: now.toISOString(), drifts: JSON.stringify(sweep.drifts) })
    .execute();
}

export async function findLastSweep(
  db: Database,
  account_key: number,
): Promise<(Sweep & { date: string }) | null> {
  const row = await db
    .selectFrom('payment_sweeps')
    .select(['sweep_date as date', 'compared', 'agreed', 'outside', 'drifts'])
    .where('account_key', '=', account_key)
    .orderBy('key', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, drifts: row.drifts as unknown as Drift[] } : null;
}

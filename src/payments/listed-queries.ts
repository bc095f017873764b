import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { newId } from '../platform/ids.ts';
import type { PaymentObject } from './queries.ts';

/** When a subscription was last read and when it is due to be read, as texts with microseconds. */
export type Touches = { read: string | null; due: string | null };

/** Returns for each subscription of the account when it was read and when it is due. */
export async function listTouches(db: Database, account_key: number): Promise<Map<string, Touches>> {
  const { rows } = await sql<Touches & { object_id: string }>`
    select object_id, read_date::text as read, work_date::text as due from payment_objects
    where account_key = ${account_key} and kind = 'subscription'`.execute(db);
  return new Map(rows.map(({ object_id, ...touches }) => [object_id, touches]));
}

/** Finds the subscription and locks it, if nobody has read or requested it since then. */
export async function lockUntouched(
  trx: Database,
  account_key: number,
  object_id: string,
  { read, due }: Touches,
): Promise<PaymentObject | undefined> {
  return trx
    .selectFrom('payment_objects')
    .selectAll()
    .where('account_key', '=', account_key)
    .where('object_id', '=', object_id)
    .where('work_lease', 'is', null)
    .where(sql`read_date::text`, 'is not distinct from', read)
    .where(sql`work_date::text`, 'is not distinct from', due)
    .forUpdate()
    .executeTakeFirst();
}

/** Adds the subscription to those that are known, without requesting a read. Returns undefined if it is known already. */
export async function insertObject(
  trx: Database,
  account_key: number,
  object_id: string,
): Promise<PaymentObject | undefined> {
  return trx
    .insertInto('payment_objects')
    .values({ id: newId(), account_key, object_id, kind: 'subscription', cause: 'sweep', work_date: null })
    .onConflict(conflict => conflict.columns(['account_key', 'object_id']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Sets after how many milliseconds the object is due to be read again; null means never. */
export async function settleRead(trx: Database, key: number, wait_ms: number | null): Promise<void> {
  await sql`
    update payment_objects set work_date = now() + make_interval(secs => ${wait_ms}::float8 / 1000) where key = ${key}`.execute(
    trx,
  );
}

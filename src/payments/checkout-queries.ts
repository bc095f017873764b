import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import type { Checkouts } from '../platform/database/schema.ts';

/** An attempt to pay. */
export type Checkout = Selectable<Checkouts>;

export async function findOpen(
  db: Database,
  account_key: number,
  subscriber_key: number,
): Promise<Checkout | undefined> {
  return db
    .selectFrom('checkouts')
    .selectAll()
    .where('account_key', '=', account_key)
    .where('subscriber_key', '=', subscriber_key)
    .where('state', '=', 'open')
    .executeTakeFirst();
}

export async function insertCheckout(trx: Database, checkout: Insertable<Checkouts>): Promise<Checkout> {
  return trx.insertInto('checkouts').values(checkout).returningAll().executeTakeFirstOrThrow();
}

/** Notes the session of an attempt that is still open. Returns whether it is. */
export async function addSession(
  trx: Database,
  key: number,
  session_id: string,
  url: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('checkouts')
    .set({ session_id, url })
    .where('key', '=', key)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends an attempt that still has no session. If it has got one meanwhile, it stays open, and is closed at Stripe first. */
export async function dropUnmade(db: Database, key: number): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ state: 'expired' })
    .where('key', '=', key)
    .where('state', '=', 'open')
    .where('session_id', 'is', null)
    .execute();
}

export async function setState(db: Database, key: number, state: Checkout['state']): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ state })
    .where('key', '=', key)
    .where('state', '=', 'open')
    .execute();
}

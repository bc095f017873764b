import { type Insertable, sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import type { GiftPurchases } from '../platform/database/schema.ts';
import type { Gift } from './gift.ts';

export async function insertGift(trx: Database, gift: Insertable<GiftPurchases>): Promise<Gift> {
  return trx.insertInto('gift_purchases').values(gift).returningAll().executeTakeFirstOrThrow();
}

export async function findGift(db: Database, id: string): Promise<Gift | undefined> {
  return db.selectFrom('gift_purchases').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds the gift and locks it. */
export async function lockGift(trx: Database, id: string): Promise<Gift | undefined> {
  return trx.selectFrom('gift_purchases').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Notes the payment of a gift that was not yet paid for. Returns whether that was so. */
export async function notePaid(trx: Database, key: number, session_id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('gift_purchases')
    .set({ state: 'paid', session_id, paid_date: now.toISOString() })
    .where('key', '=', key)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function noteRefunded(trx: Database, key: number): Promise<void> {
  await trx.updateTable('gift_purchases').set({ state: 'refunded' }).where('key', '=', key).execute();
}

export async function noteAccepted(
  trx: Database,
  key: number,
  { recipient_key, end_date }: { recipient_key: number; end_date: string },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('gift_purchases')
    .set({ state: 'accepted', recipient_key, end_date, accepted_date: now.toISOString() })
    .where('key', '=', key)
    .where('state', '=', 'paid')
    .execute();
}

/** Finds the address of the buyer; null if they were deleted. */
export async function findBuyer(
  db: Database,
  { buyer_key }: Pick<Gift, 'buyer_key'>,
): Promise<{ id: string; email_address: string; locale: string } | undefined> {
  if (buyer_key === null) return undefined;
  return db
    .selectFrom('subscribers')
    .select(['id', 'email_address', 'locale'])
    .where('key', '=', buyer_key)
    .executeTakeFirst();
}

/** Deletes at most `limit` gifts that were never paid for. Returns how many. */
export async function pruneGifts(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from gift_purchases where key in (
      select key from gift_purchases where state = 'open' and creation_date < ${before.toISOString()} limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

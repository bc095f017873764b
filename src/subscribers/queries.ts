import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import type { Subscribers } from '../platform/database/schema.ts';
import { isId } from '../platform/ids.ts';
import { normalAddress, parseMailAddress } from '../platform/mail/address.ts';
import type { Subscriber } from './subscriber.ts';

/** Inserts the row, or nothing when the newsletter has that address: then undefined. */
export async function insertSubscriber(
  db: Database,
  row: Insertable<Subscribers>,
): Promise<Subscriber | undefined> {
  return db
    .insertInto('subscribers')
    .values(row)
    .onConflict(conflict => conflict.constraint('subscribers_address_unique').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** The subscriber that `word`, an id or an address, names. */
export async function findSubscriber(
  db: Database,
  newsletter_key: number,
  word: string,
): Promise<Subscriber | undefined> {
  return selectSubscriber(db, newsletter_key, word)?.executeTakeFirst();
}

/** As findSubscriber, and nobody else changes the row before the transaction ends. */
export async function lockSubscriber(
  trx: Database,
  newsletter_key: number,
  word: string,
): Promise<Subscriber | undefined> {
  return selectSubscriber(trx, newsletter_key, word)?.forUpdate().executeTakeFirst();
}

export async function updateSubscriberRow(
  trx: Database,
  key: number,
  changes: Updateable<Subscribers>,
): Promise<Subscriber> {
  return trx
    .updateTable('subscribers')
    .set({ ...changes, modification_date: sql`now()` })
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Notes that an `unactivated` subscriber is to be reminded, if no reminder was asked for in the last `days` days. Returns
 * whether it did.
 */
export async function noteReminder(trx: Database, key: number, now: Date, days: number): Promise<boolean> {
  const earliest = new Date(now.getTime() - days * 86_400_000).toISOString();
  const { numUpdatedRows } = await trx
    .updateTable('subscribers')
    .set({ reminder_date: now.toISOString(), confirmation_mail_due: true })
    .where('key', '=', key)
    .where('type', '=', 'unactivated')
    .where(({ eb, or }) => or([eb('reminder_date', 'is', null), eb('reminder_date', '<=', earliest)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that the confirmation mail of this asking needs no more work; one that was asked for since is still due. */
export async function settleConfirmationMail(
  db: Database,
  { key, reminder_date }: Pick<Subscriber, 'key' | 'reminder_date'>,
): Promise<void> {
  await db
    .updateTable('subscribers')
    .set({ confirmation_mail_due: false })
    .where('key', '=', key)
    .where('reminder_date', 'is not distinct from', reminder_date)
    .execute();
}

export async function deleteSubscriberRow(trx: Database, key: number): Promise<void> {
  await trx.deleteFrom('subscribers').where('key', '=', key).execute();
}

/** Remembers, unreadably, that the owner of this address was deleted. */
export async function insertSuppression(
  trx: Database,
  newsletter_key: number,
  address_hash: Buffer,
): Promise<void> {
  await trx
    .insertInto('suppressions')
    .values({ newsletter_key, address_hash })
    .onConflict(conflict => conflict.doNothing())
    .execute();
}

export async function deleteSuppression(
  trx: Database,
  newsletter_key: number,
  address_hash: Buffer,
): Promise<void> {
  await trx
    .deleteFrom('suppressions')
    .where('newsletter_key', '=', newsletter_key)
    .where('address_hash', '=', address_hash)
    .execute();
}

function selectSubscriber(db: Database, newsletter_key: number, word: string) {
  const all = db.selectFrom('subscribers').selectAll().where('newsletter_key', '=', newsletter_key);
  if (isId(word)) return all.where('id', '=', word);
  const address = parseMailAddress(word);
  return address === null ? undefined : all.where('normal_address', '=', normalAddress(address));
}

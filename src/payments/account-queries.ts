import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import type { PaymentAccounts } from '../platform/database/schema.ts';
import type { PaymentAccount } from './account.ts';

export async function findAccount(db: Database, newsletter_key: number): Promise<PaymentAccount | undefined> {
  return db
    .selectFrom('payment_accounts')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .executeTakeFirst();
}

/** Finds the newsletter's account and locks it: nobody keeps a read for it until the transaction ends. */
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
 * Notes that Stripe has answered, or the reason why not, in at most 500 characters. While answers follow each other, they are noted once a
 * minute, because all reads of an account share this row.
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

import { type Insertable, sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { deleteSome } from '../platform/database/delete-some.ts';
import type { IdempotencyKeys } from '../platform/database/schema.ts';

/** The caller that used an idempotency key. */
export type Repeated = { newsletter_key: number; caller: string; idempotency_key: string };

/** Claims the idempotency key for this transaction. False if another request has claimed it. */
export async function lockIdempotencyKey(
  trx: Database,
  { newsletter_key, caller, idempotency_key }: Repeated,
): Promise<boolean> {
  const result = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${newsletter_key} ${caller} ${idempotency_key}`}, 0)) as locked`.execute(
    trx,
  );
  return result.rows[0]!.locked;
}

export async function findAnswered(trx: Database, { newsletter_key, caller, idempotency_key }: Repeated) {
  return trx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .where('caller', '=', caller)
    .where('idempotency_key', '=', idempotency_key)
    .where('creation_date', '>', sql<string>`now() - interval '24 hours'`)
    .executeTakeFirst();
}

export async function recordAnswer(trx: Database, row: Insertable<IdempotencyKeys>): Promise<void> {
  await trx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict(conflict =>
      conflict
        .columns(['newsletter_key', 'caller', 'idempotency_key'])
        .doUpdateSet({ ...row, creation_date: sql`now()` }),
    )
    .execute();
}

/** Deletes at most `limit` responses from before that time. Returns how many. */
export async function pruneAnswers(db: Database, before: Date, limit: number): Promise<number> {
  const old = sql`creation_date < ${before.toISOString()}`;
  return deleteSome(db, 'idempotency_keys', old, limit);
}

import { type RawBuilder, sql } from 'kysely';
import { findOutdated, holdEmail, noteDropped } from '../../emails/queries.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { columns } from './counts.ts';

/**
 * Drops the deliveries of an email whose newsletter no longer keeps them, if there is one: from then on they are not shown, nobody can be
 * added, and the counts are in a single chunk. The rows are deleted afterwards. Returns whether there was one.
 */
export async function dropDeliveries(db: Database, now: Date): Promise<boolean> {
  const key = await findOutdated(db, now);
  if (key === undefined) return false;
  await inTransaction(db, async trx => {
    // Adding recipients locks the same row, so checking again under the lock is safe.
    await holdEmail(trx, key);
    if ((await findOutdated(trx, now, key)) === undefined) return;
    await noteDropped(trx, key, now);
    await mergeChunks(trx, key);
  });
  return true;
}

async function mergeChunks(trx: Database, email_key: number): Promise<void> {
  const names: RawBuilder<unknown>[] = columns.map(name => sql.ref(name));
  await sql`
    with gone as (delete from delivery_chunks where email_key = ${email_key} returning *)
    insert into delivery_chunks (email_key, first_key, last_key, next_attempt_date, first_pass_done, passes, served_date, ${sql.join(names)})
    select email_key, min(first_key), max(last_key), null, true, max(passes), max(served_date),
      ${sql.join(names.map(name => sql`sum(${name})`))}
    from gone group by email_key`.execute(trx);
}

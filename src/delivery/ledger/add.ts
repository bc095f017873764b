import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { makeRoom } from './parts.ts';

/**
 * Adds these subscribers to the email's ledger, to be served soon; existing rows are not changed. Returns the keys of those added. `chosen`
 * says that they were chosen by hand, so that the email's type is not checked when they are served. `trx` holds the lock on the email's
 * row, whose audience is not being frozen now. Added people belong to none of its parts, and do not wait for any. The ranges of a part's
 * chunks never overlap: a subscriber within a range joins that chunk, finished or being served, and between two chunks a new one is made. A
 * worker serving the chunk keeps to the recipients it came for, and the worker that finishes the chunk sees that somebody is still planned.
 */
export async function addRecipients(
  trx: Database,
  email_key: number,
  subscriber_keys: number[],
  chosen: boolean,
): Promise<number[]> {
  if (subscriber_keys.length === 0) return [];
  await makeRoom(trx, email_key);
  // This is a separate statement, so that the next one sees the chunks as they stay until the transaction ends.
  await sql`
    select first_key from delivery_chunks chunk
    where email_key = ${email_key} and part = 0
      and exists (select from unnest(${subscriber_keys}::bigint[]) as key where key between first_key and last_key)
    order by first_key for update`.execute(trx);
  const { rows } = await sql<{ subscriber_key: number }>`
    with placed as materialized (
      select key, first_key, last_key >= key as inside
      from unnest(${subscriber_keys}::bigint[]) as key
      left join lateral (
        select * from delivery_chunks
        where email_key = ${email_key} and part = 0 and first_key <= key
        order by first_key desc limit 1
      ) chunk on true
    ), added as (
      insert into deliveries (email_key, subscriber_key, chosen, begun_date)
      select ${email_key}, key, ${chosen}, now() from placed
      on conflict do nothing
      returning subscriber_key
    ), joined as (
      update delivery_chunks chunk
      set planned = planned + more.count, first_pass_done = false, added_date = now(),
          next_attempt_date = least(next_attempt_date, now())
      from (
        select first_key, count(*) from added join placed on key = subscriber_key where inside group by first_key
      ) more
      where chunk.email_key = ${email_key} and chunk.first_key = more.first_key
    ), opened as (
      insert into delivery_chunks (email_key, first_key, last_key, planned, added_date)
      select ${email_key}, min(key), max(key), count(*), now()
      from added join placed on key = subscriber_key
      where inside is not true
      group by first_key
    )
    select subscriber_key from added`.execute(trx);
  return rows.map(row => row.subscriber_key);
}

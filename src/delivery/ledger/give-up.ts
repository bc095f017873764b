import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { isInChunk } from './delivery.ts';

/**
 * Marks everybody without a final outcome of the email as `uncertain`: planned, in somebody's hand, or to be retried. None of them gets it
 * unless it is resent. Returns how many there were. `trx` holds the lock on the email's row, and nobody is serving it.
 */
export async function markRestUncertain(trx: Database, email_key: number): Promise<number> {
  const reply = sentence('delivery.sent_after_backup');
  const { rows } = await sql<{ count: number }>`
    with chunk as materialized (
      select part, first_key, last_key from delivery_chunks
      where email_key = ${email_key} and (planned > 0 or temporary > 0 or next_attempt_date is not null)
      order by first_key for update
    ), before as materialized (
      select subscriber_key, status as was, first_key
      from chunk join deliveries on ${isInChunk(sql`deliveries`, sql`chunk`)}
      where deliveries.email_key = ${email_key} and status in ('planned', 'temporary')
    ), changed as (
      update deliveries set status = 'uncertain', status_date = now(), copy_hash = null, reply = ${reply}
      from before
      where deliveries.email_key = ${email_key} and deliveries.subscriber_key = before.subscriber_key
        and deliveries.status = before.was
      returning before.first_key, before.was
    ), closed as (
      update delivery_chunks chunk
      set planned = chunk.planned - counts.planned, temporary = chunk.temporary - counts.temporary,
        uncertain = chunk.uncertain + counts.uncertain, first_pass_done = true, next_attempt_date = null, retry_date = null,
        waits = null, in_hand = '{}', lease = null, lease_until = null, served_date = now()
      from (
        select chunk.first_key, coalesce(moved.uncertain, 0) as uncertain, coalesce(moved.planned, 0) as planned,
          coalesce(moved.temporary, 0) as temporary
        from chunk left join (
          select first_key, count(*) as uncertain, count(*) filter (where was = 'planned') as planned,
            count(*) filter (where was = 'temporary') as temporary
          from changed group by first_key
        ) moved using (first_key)
      ) counts
      where chunk.email_key = ${email_key} and chunk.first_key = counts.first_key
    )
    select count(*) as count from changed`.execute(trx);
  return rows[0]!.count;
}

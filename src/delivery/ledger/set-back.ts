import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/**
 * Repairs dates after the clock of the database was set back: the times of earlier servings and plans then lie in the future, and their
 * chunks would wait until the clock is there again. Makes such chunks due: those without retries now, the others after the rest of their
 * pause. A part of an email that nobody has served yet keeps its date. Leases that end later than any real lease can are made to end in
 * half a minute, which is enough time for a live worker to renew its own. Returns how many chunks were changed.
 */
export async function continueAfterSetBack(db: Database): Promise<number> {
  const { rows } = await sql`
    with limits as (
      select now() + interval '10 seconds' as future, now() + interval '61 minutes' as longest_lease
    )
    update delivery_chunks chunk
    set served_date = case when served_date is not null then least(served_date, now()) end,
        retry_date = now() + (retry_date - served_date),
        next_attempt_date = case when lease is null then now() + coalesce(retry_date - served_date, interval '0') else next_attempt_date end,
        lease_until = case when lease is not null then now() + interval '30 seconds' end
    from limits
    where next_attempt_date is not null and not (part > 0 and served_date is null and lease is null)
      and case when lease is null
        then next_attempt_date > future and coalesce(served_date, next_attempt_date) > future
        else lease_until > longest_lease end
    returning chunk.first_key`.execute(db);
  return rows.length;
}

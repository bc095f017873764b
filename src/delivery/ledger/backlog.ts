import { sql } from 'kysely';
import { servedStatuses } from '../../audience/filter/statuses.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Backlog } from '../../platform/work/backlog.ts';

/** Counts the chunks of emails that are due and that nobody serves. */
export async function sendingBacklog(db: Database): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select 'sending' as queue, count(*) as waiting,
      coalesce(extract(epoch from now() - min(next_attempt_date)), 0)::float8 as oldest_seconds
    from delivery_chunks join emails on emails.key = email_key and emails.status in ${servedStatuses}
      and pause_date is null and (emails.turn_date is null or emails.turn_date <= now())
    where next_attempt_date <= now() and (lease_until is null or lease_until < now())`.execute(db);
  return rows;
}

import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import type { Backlog } from '../platform/work/backlog.ts';

/** Counts the deliveries to enabled webhooks that are due now. */
export async function webhooksBacklog(db: Database): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select 'webhooks' as queue, count(*) as waiting,
      coalesce(extract(epoch from now() - min(next_attempt_date)), 0)::float8 as oldest_seconds
    from webhook_deliveries join webhooks on webhooks.key = webhook_key and status = 'enabled'
    where next_attempt_date <= now()`.execute(db);
  return rows;
}

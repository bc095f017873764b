import { sql } from 'kysely';
import type { Analytics } from '../emails/email.ts';
import type { Database } from '../platform/database/connect.ts';

/**
 * What the ledger says of these emails, by key; all zeros for one without recipients. Counted from the rows, so that
 * always: recipients = deliveries + temporary_failures + permanent_failures + not yet served + uncertain.
 */
export async function analyticsOf(db: Database, email_keys: number[]): Promise<Map<number, Analytics>> {
  if (email_keys.length === 0) return new Map();
  const { rows } = await sql<Analytics & { email_key: number }>`
    select wanted.email_key,
      count(status) filter (where status <> 'skipped') as recipients,
      count(status) filter (where status in ('accepted', 'complained')) as deliveries,
      count(status) filter (where status = 'temporary') as temporary_failures,
      count(status) filter (where status in ('permanent', 'bounced')) as permanent_failures,
      count(open_date) as opens,
      count(click_date) as clicks,
      count(unsubscription_date) as unsubscriptions,
      count(complaint_date) as complaints
    from unnest(${email_keys}::bigint[]) as wanted (email_key)
    left join deliveries on deliveries.email_key = wanted.email_key
    group by wanted.email_key`.execute(db);
  return new Map(rows.map(({ email_key, ...analytics }) => [email_key, analytics]));
}

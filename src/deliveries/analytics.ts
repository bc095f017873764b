import { sql } from 'kysely';
import type { Analytics } from '../emails/email.ts';
import type { Database } from '../platform/database/connect.ts';
import type { DeliveryStatus } from '../platform/database/schema.ts';

const fieldOf: Partial<Record<DeliveryStatus, keyof Analytics>> = {
  accepted: 'deliveries',
  complained: 'deliveries',
  temporary: 'temporary_failures',
  permanent: 'permanent_failures',
  bounced: 'permanent_failures',
};

type Counted = Pick<Analytics, 'opens' | 'clicks' | 'unsubscriptions' | 'complaints'> & {
  email_key: number;
  status: DeliveryStatus;
  count: number;
};

/**
 * What the ledger says of these emails, by key; all zeros for one without recipients. Counted from the rows, so that
 * always: recipients = deliveries + temporary_failures + permanent_failures + not yet served + uncertain.
 */
export async function analyticsOf(db: Database, email_keys: number[]): Promise<Map<number, Analytics>> {
  const analytics = new Map(email_keys.map(key => [key, noAnalytics()]));
  if (email_keys.length === 0) return analytics;
  // By status, and sorted out here: conditions looked at for each of a million rows cost twice the time.
  const { rows } = await sql<Counted>`
    select email_key, status, count(*) as count, count(open_date) as opens, count(click_date) as clicks,
      count(unsubscription_date) as unsubscriptions, count(complaint_date) as complaints
    from deliveries
    where email_key = any(${email_keys}::bigint[])
    group by email_key, status`.execute(db);
  for (const row of rows) add(analytics.get(row.email_key)!, row);
  return analytics;
}

function add(sum: Analytics, { status, count, opens, clicks, unsubscriptions, complaints }: Counted): void {
  const field = fieldOf[status];
  if (field) sum[field] += count;
  if (status !== 'skipped') sum.recipients += count;
  sum.opens += opens;
  sum.clicks += clicks;
  sum.unsubscriptions += unsubscriptions;
  sum.complaints += complaints;
}

function noAnalytics(): Analytics {
  return {
    recipients: 0,
    deliveries: 0,
    opens: 0,
    clicks: 0,
    temporary_failures: 0,
    permanent_failures: 0,
    unsubscriptions: 0,
    complaints: 0,
  };
}

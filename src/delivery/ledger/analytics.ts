import { sql } from 'kysely';
import type { Figures } from '../../emails/schema.ts';
import type { Database } from '../../platform/database/connect.ts';
import { prepare } from '../../platform/database/prepared.ts';
import { deliveries, recipients } from './counts.ts';

/**
 * Returns the ledger's figures for these emails, by key; all zeros for an email without recipients. They are sums of the counts that are
 * kept for each chunk, so this always holds: recipients = deliveries + temporary_failures + permanent_failures + not yet served +
 * uncertain. A hard bounce is permanent, any other temporary. Each email's chunks are looked up (`lateral`), so the number of other emails
 * does not matter.
 */
export async function analyticsOf(db: Database, email_keys: number[]): Promise<Map<number, Figures>> {
  if (email_keys.length === 0) return new Map();
  const rows = await sumCounts(db, { email_keys });
  return new Map(rows.map(({ email_key, ...analytics }) => [email_key, analytics]));
}

// The statement is prepared, because planning takes three times as long as the work.
const sumCounts = prepare<{ email_keys: number[] }, Figures & { email_key: number }>(
  'sum_counts',
  ['email_keys'],
  ({ email_keys }) => sql`
    select wanted.email_key, sums.*, faults.*
    from unnest(${email_keys}::bigint[]) as wanted (email_key)
    cross join lateral (
      select
        ${recipients} as recipients,
        ${deliveries} as deliveries,
        coalesce(sum(temporary + soft_bounced), 0)::bigint as temporary_failures,
        coalesce(sum(permanent + bounced - soft_bounced), 0)::bigint as permanent_failures,
        coalesce(sum(opens), 0)::bigint as opens,
        coalesce(sum(clicks), 0)::bigint as clicks,
        coalesce(sum(unsubscriptions), 0)::bigint as unsubscriptions,
        coalesce(sum(complaints), 0)::bigint as complaints,
        coalesce(sum(uncertain), 0)::bigint as uncertain
      from delivery_chunks where delivery_chunks.email_key = wanted.email_key
    ) sums
    left join lateral (
      select sum(total)::bigint as sender_faults, (array_agg(reason order by total desc))[1] as sender_fault
      from sender_faults where sender_faults.email_key = wanted.email_key
    ) faults on true`,
);

import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { lease_ms } from './deliveries.ts';
import { longestGap } from './schedule.ts';

/** Clocks of several machines differ a little. */
const tolerance_ms = 10_000;

/**
 * Repairs dates after the clock was set back. Deliveries that would wait for longer than leases and pauses between attempts allow become
 * due now, and endpoints that would be left alone for longer are tried again. Events that wait for the filter of their webhook go on
 * waiting. Returns the number of repaired deliveries.
 */
export async function continueWebhooksAfterSetBack(db: Database, now: Date): Promise<number> {
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString();
  await sql`
    update webhooks set busy_until = null where busy_until > ${after(longestGap + tolerance_ms)}::timestamptz`.execute(
    db,
  );
  const { numAffectedRows } = await sql`
    update webhook_deliveries set next_attempt_date = ${now.toISOString()}
    where next_attempt_date < 'infinity' and next_attempt_date > case
      when lease is not null then ${after(lease_ms + tolerance_ms)}::timestamptz
      when attempts = 0 then ${after(tolerance_ms)}::timestamptz
      else ${after(longestGap + tolerance_ms)}::timestamptz end`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { lease_ms } from './deliveries.ts';
import { longestGap } from './schedule.ts';

/** Clocks of several machines differ a little. */
const tolerance_ms = 10_000;

/**
 * After the clock was set back: deliveries that would wait for longer than their leases, or the pauses between attempts, allow are
 * due now, and endpoints that are left alone for longer are not left alone. What waits for the filter of its webhook goes on waiting.
 * Returns how many deliveries.
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

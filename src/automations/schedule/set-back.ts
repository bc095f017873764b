import { sql } from 'kysely';
import { nextRun } from '../../platform/cadence.ts';
import type { Database } from '../../platform/database/connect.ts';
import { cadenceOf } from '../definition/automation.ts';
import { updateAutomationRow } from '../definition/queries.ts';
import { listRunAfter, replaceDueDate } from './due-queries.ts';

/** How much the clocks of several machines may differ. */
const tolerance_ms = 10_000;

/**
 * After the clock was set back: feeds that were read at a time that is now in the future are read again after the pause they were given,
 * and digests that ran then are due at their next time from now on. Returns the number of both.
 */
export async function continueFeedsAfterSetBack(db: Database, now: Date): Promise<number> {
  const future = new Date(now.getTime() + tolerance_ms);
  const date = now.toISOString();
  const { numAffectedRows } = await sql`
    update feeds
    set last_checked_date = ${date}::timestamptz, next_poll_date = ${date}::timestamptz + (next_poll_date - last_checked_date),
      busy_until = ${date}::timestamptz + (busy_until - last_checked_date)
    where last_checked_date > ${future.toISOString()}`.execute(db);
  const digests = await listRunAfter(db, future);
  for (const digest of digests) {
    const next = nextRun(cadenceOf(digest), digest.timezone, now);
    await replaceDueDate(db, digest, next?.toISOString() ?? null);
    await updateAutomationRow(db, digest.key, { last_run_date: date });
  }
  return Number(numAffectedRows ?? 0n) + digests.length;
}

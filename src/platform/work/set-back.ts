import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { WorkTable } from './claim.ts';

/**
 * The condition that a row of the table waits for a date that only a clock ahead of time can have set: immediate work was requested in the
 * future, or the row waits longer than any failure makes it wait.
 */
const misplaced: Record<WorkTable, string> = {
  // A test is set for a date, and one that waits for the end of a pause is checked every minute.
  ab_tests: `false`,
  bulk_actions: `work_date > now() + interval '2 minutes'`,
  emails: `status = 'about_to_send' and status_date > now() + interval '10 seconds'`,
  exports: `work_date > now() + interval '2 minutes'`,
  imports: `work_date > now() + interval '2 minutes'`,
  ledger_checks: `work_date > now() + interval '2 minutes'`,
  sequence_requests: `creation_date > now() + interval '10 seconds' or work_date > now() + interval '25 hours'`,
  // Accounts are polled every five minutes. Objects wait for a date that is set for them.
  payment_accounts: `work_date > now() + interval '10 minutes'`,
  payment_objects: `false`,
  letters: `not is_scheduled and (creation_date > now() + interval '10 seconds' or work_date > now() + interval '7 hours')`,
};

/**
 * Repairs work after the clock of the database was set back: work whose date or lease now lies too far in the future is due. Work that is
 * scheduled for a date keeps it. Returns how many rows were changed.
 */
export async function continueWorkAfterSetBack(db: Database): Promise<number> {
  let count = 0;
  for (const [table, isMisplaced] of Object.entries(misplaced)) {
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set work_date = now(), work_lease = null
      where work_date > now() + interval '1 minute' and (work_lease is not null or ${sql.raw(isMisplaced)})`.execute(
      db,
    );
    count += Number(numAffectedRows ?? 0n);
  }
  return count;
}

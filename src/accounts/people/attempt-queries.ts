import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { deleteSome } from '../../platform/database/delete-some.ts';
import { hour_ms } from '../../platform/durations.ts';

/** Counts a try. False, without counting, if there were `most` of them within the hour since the first. */
export async function takeAttempt(db: Database, hash: Buffer, most: number, now: Date): Promise<boolean> {
  const date = now.toISOString();
  const { rows } = await sql`
    insert into sign_in_attempts as known (hash, tries, end_date)
    values (${hash}, 1, ${new Date(now.getTime() + hour_ms).toISOString()})
    on conflict (hash) do update set
      tries = case when known.end_date <= ${date} then 1 else known.tries + 1 end,
      end_date = case when known.end_date <= ${date} then excluded.end_date else known.end_date end
    where known.end_date <= ${date} or known.tries < ${most}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Deletes at most `limit` counts whose hour ended before that time. Returns how many. */
export async function pruneAttempts(db: Database, before: Date, limit: number): Promise<number> {
  return deleteSome(db, 'sign_in_attempts', sql`end_date < ${before.toISOString()}`, limit);
}

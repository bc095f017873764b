import { sql } from 'kysely';
import pg from 'pg';
import { type Database, inSavepoint, inTransaction } from '../../platform/database/connect.ts';
import { domainError } from '../../platform/errors.ts';

/** How long a filter may take while somebody waits for the response. */
export const longestAnswer = 2000;
/** How long a list that is ordered by a rate may take; it reads all deliveries of the newsletter. */
export const longestOrder = 10_000;
/** How long a range of an audience may take while the audience is frozen: nobody waits, and the machine may be busy. */
export const longestFreeze = 30_000;

/**
 * Runs `work`, which looks people up by a filter, in a transaction. Throws `filter_too_slow` if one of its statements takes
 * longer than this many milliseconds; then nothing is left behind, and the caller's transaction can continue.
 */
export async function bounded<T>(
  db: Database,
  milliseconds: number,
  work: (trx: Database) => Promise<T>,
  refusal: 'audience.search_slow' | 'audience.order_slow' = 'audience.search_slow',
): Promise<T> {
  try {
    return await inTransaction(db, trx =>
      inSavepoint(trx, async () => {
        // Memory to hash the rows of the ledger that a filter finds. Without it PostgreSQL scans those rows once for each subscriber.
        const { rows } = await sql<{ before: string }>`
          select current_setting('statement_timeout') as before, set_config('statement_timeout', ${String(milliseconds)}, true),
            set_config('work_mem', '64MB', true)`.execute(trx);
        const result = await work(trx);
        await sql`select set_config('statement_timeout', ${rows[0]!.before}, true)`.execute(trx);
        return result;
      }),
    );
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '57014') throw error;
    throw domainError('filter_too_slow', refusal, { seconds: milliseconds / 1000 });
  }
}

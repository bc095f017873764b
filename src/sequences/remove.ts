import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { deleteSome } from '../platform/database/delete-some.ts';

/** Deletes at most `limit` passages through sequences of a deleted newsletter, then the sequences. Returns how many rows. */
export async function removeSequences(db: Database, newsletter_key: number, limit: number): Promise<number> {
  const own = sql`sequence_key in (select key from sequences where newsletter_key = ${newsletter_key})`;
  return (
    (await deleteSome(db, 'sequence_runs', own, limit)) ||
    (await deleteSome(db, 'sequences', sql`newsletter_key = ${newsletter_key}`, limit))
  );
}

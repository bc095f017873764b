import { sql } from 'kysely';
import type { Database } from './connect.ts';

/** Returns the id of this installation. */
export async function findInstallationId(db: Database): Promise<string> {
  const { id } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  return id;
}

/** Returns when somebody finished or skipped the first steps; null in a new installation. */
export async function findSetupDate(db: Database): Promise<string | null> {
  const { setup_date } = await db.selectFrom('installation').select('setup_date').executeTakeFirstOrThrow();
  return setup_date;
}

/** Ends the first steps. Returns false if they had ended before. */
export async function endSetup(db: Database): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('installation')
    .set({ setup_date: sql`now()` })
    .where('setup_date', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

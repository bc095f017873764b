import type { Database } from '../platform/database/connect.ts';
import { migrateToLatest } from '../platform/database/migrate.ts';

/** `postrider migrate`: runs what the database lacks and says what that was. */
export async function migrate(db: Database): Promise<void> {
  const done = await migrateToLatest(db);
  console.log(done.length > 0 ? `Ran ${done.join(', ')}.` : 'The database is up to date.');
}

import type { Database } from '../platform/database/connect.ts';
import { describeUpgrade, migrateToLatest } from '../platform/database/migrate.ts';

/** `postrider migrate`: runs missing migrations and prints what was done. */
export async function migrate(db: Database): Promise<void> {
  const upgrade = await migrateToLatest(db);
  if (upgrade.ran.length === 0) return console.log('The database is up to date.');
  console.log(describeUpgrade(upgrade) ?? `The database is set up: ${upgrade.ran.length} migrations ran.`);
}

import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { describeUpgrade } from '../platform/database/migrate.ts';
import { upgradeDatabase } from '../program/upgrade.ts';

/** `postrider migrate`: runs missing migrations and prints what was done. */
export async function migrate(config: Config, db: Database): Promise<void> {
  const upgrade = await upgradeDatabase(config, db, line => console.log(line));
  if (upgrade.ran.length === 0) return console.log('The database is up to date.');
  console.log(describeUpgrade(upgrade) ?? `The database is set up: ${upgrade.ran.length} migrations ran.`);
}

import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { describeUpgrade } from '../platform/database/migrate.ts';
import { describeWaiting, upgradeDatabase } from '../program/upgrade.ts';

/** `postrider migrate`: runs missing migrations and prints which ones. */
export async function migrate(config: Config, db: Database): Promise<void> {
  const upgrade = await upgradeDatabase(config, db, line => console.log(line));
  const waiting = await describeWaiting(db, upgrade.waiting);
  if (upgrade.ran.length > 0)
    console.log(describeUpgrade(upgrade) ?? `The database is set up: ${upgrade.ran.length} migrations ran.`);
  else if (!waiting) console.log('The database is up to date.');
  if (waiting) console.log(`${waiting} A process of this version runs them once those have ended.`);
}

import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { describeUpgrade } from '../platform/database/migrate.ts';
import { refuseNewerDatabase } from '../platform/database/serves.ts';
import type { Log } from '../platform/log.ts';
import { announceProcess, describeFilesPlaces } from '../platform/rounds/processes.ts';
import { findFilesPlace } from '../platform/storage/place.ts';
import { version } from '../platform/version.ts';
import { describeWaiting, finishUpgrade, upgradeDatabase } from './upgrade.ts';

/**
 * Upgrades the database to this version and enters this process into the list of running processes. Migrations that wait for older
 * processes run once those have ended. Throws ConfigError if the database cannot be upgraded, or if a newer version has meanwhile removed
 * something from it.
 */
export async function joinInstallation(
  { config, db, log }: { config: Config; db: Database; log: Log },
  opened: AsyncDisposableStack,
): Promise<void> {
  const upgrade = await upgradeDatabase(config, db, line => log.info(line));
  const upgraded = describeUpgrade(upgrade);
  if (upgraded) log.info({ ...upgrade, to: version }, upgraded);
  const unfinished = await describeWaiting(db, upgrade.waiting);
  if (unfinished) log.info({ waiting: upgrade.waiting }, unfinished);

  const { ROLE: role, DATABASE_URL, DATA_DIR: data_dir, FILES_URL: files_url } = config;
  const files_place = DATABASE_URL ? await findFilesPlace({ data_dir, files_url }) : '';
  const announced = await announceProcess(db, { role, log, files_place });
  opened.defer(() => announced.stop());
  await refuseNewerDatabase(db); // a contracting migration may have run before this process was in the list
  const scattered = await describeFilesPlaces(db);
  if (scattered) log.warn(`${scattered} Share the folder DATA_DIR/files, or set FILES_URL for all of them.`);
  if (unfinished) {
    const finishing = finishUpgrade(config, db, log);
    opened.defer(() => finishing.stop());
  }
}

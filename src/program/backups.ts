import { openPlace } from '../backups/places.ts';
import { startBackups } from '../backups/schedule.ts';
import type { BackupSource } from '../backups/write.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Rounds } from '../platform/rounds/rounds.ts';
import { listSecretKeys } from '../platform/secrets/secret-key.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import type { Equipment } from './equipment.ts';

/** Returns the source of a backup of the configured installation. */
export function backupSource(
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'FILES_URL' | 'SECRET_KEY'>,
  db: Database,
  store: FileStore | null,
  passphrase: string | null,
): BackupSource {
  return {
    db,
    store,
    embedded: config.DATABASE_URL === undefined,
    secret_keys: listSecretKeys(config),
    passphrase,
  };
}

/** Starts the schedule of BACKUP_URL and BACKUP_CRON. */
export async function startScheduledBackups(
  { config, db, log, clock, store, installation_id }: Equipment,
  url: string,
): Promise<Rounds> {
  return startBackups({
    db,
    log,
    clock,
    installation_id,
    cron: config.BACKUP_CRON,
    place: await openPlace(url),
    source: () => backupSource(config, db, store, config.BACKUP_PASSPHRASE ?? null),
  });
}

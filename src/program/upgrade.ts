import { join } from 'node:path';
import { BackupError } from '../backups/error.ts';
import { makeBackup } from '../backups/make.ts';
import { openPlace } from '../backups/places.ts';
import { type Config, ConfigError } from '../platform/config/config.ts';
import { type Database, poolOf } from '../platform/database/connect.ts';
import {
  listDestructive,
  migrateToLatest,
  pendingMigrations,
  type Upgrade,
} from '../platform/database/migrate.ts';
import { version } from '../platform/version.ts';
import { backupSource } from './backups.ts';

/**
 * Migrates the database to this version. If a missing migration drops or rewrites data, a backup of the database is written first,
 * to BACKUP_URL or into DATA_DIR/backups, and `say` is told where. Throws ConfigError if that fails; nothing is changed then.
 */
export async function upgradeDatabase(
  config: Config,
  db: Database,
  say: (line: string) => void,
): Promise<Upgrade> {
  if (config.BACKUP_BEFORE_UPGRADE === 'on') await backUpBefore(config, db, say);
  return migrateToLatest(db);
}

async function backUpBefore(config: Config, db: Database, say: (line: string) => void): Promise<void> {
  if ((await findReason(db)) === undefined) return;
  const client = await poolOf(db).connect();
  try {
    // If several processes start together, one makes the backup and continues; the others find the database upgraded.
    await client.query("select pg_advisory_lock(hashtextextended('upgrade', 38))");
    const reason = await findReason(db);
    if (reason === undefined) return;
    const place = await openPlace(config.BACKUP_URL ?? join(config.DATA_DIR, 'backups'));
    const passphrase = config.BACKUP_PASSPHRASE ?? null;
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '');
    const file = `before-${version}-${stamp}.tar.zst${passphrase === null ? '' : '.enc'}`;
    await makeBackup(backupSource(config, db, null, passphrase), place, file, 'upgrade');
    say(`Before the upgrade (${reason}), the database was backed up: ${file} in ${place.name}`);
    await migrateToLatest(db);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    throw new ConfigError(
      `The database was not upgraded, because the backup before it failed: ${error.message} If you have a backup of your own, start with BACKUP_BEFORE_UPGRADE=off.`,
    );
  } finally {
    client.release(true); // with its session, the lock ends
  }
}

/** The first missing migration that is destructive; undefined if there is none, or nothing to lose. */
async function findReason(db: Database): Promise<string | undefined> {
  const pending = await pendingMigrations(db);
  const [first] = await listDestructive(pending);
  return (await isUsed(db)) ? first : undefined;
}

async function isUsed(db: Database): Promise<boolean> {
  const { rows } = await poolOf(db).query("select to_regclass('public.newsletters') is not null as is_there");
  if (!rows[0].is_there) return false;
  return (await poolOf(db).query('select from newsletters limit 1')).rows.length > 0;
}

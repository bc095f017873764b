import { join } from 'node:path';
import { BackupError } from '../backups/error.ts';
import { makeBackup } from '../backups/make.ts';
import { openPlace } from '../backups/places.ts';
import { type Config, ConfigError } from '../platform/config/config.ts';
import { type Database, poolOf } from '../platform/database/connect.ts';
import { holdLock } from '../platform/database/hold-lock.ts';
import {
  describeUpgrade,
  listRunnable,
  migrateToLatest,
  type Upgrade,
} from '../platform/database/migrate.ts';
import { listHindering } from '../platform/database/run-migration.ts';
import { minute_ms } from '../platform/durations.ts';
import type { Log } from '../platform/log.ts';
import { type Rounds, startRounds } from '../platform/rounds/rounds.ts';
import { version } from '../platform/version.ts';
import { backupSource } from './backups.ts';

/**
 * Migrates the database to this version. If a missing migration drops or rewrites data, a backup of the database is written first, to
 * BACKUP_URL or into DATA_DIR/backups, and `say` reports where. Throws ConfigError if that fails; nothing is changed then.
 */
export async function upgradeDatabase(
  config: Config,
  db: Database,
  say: (line: string) => void,
): Promise<Upgrade> {
  if (config.BACKUP_BEFORE_UPGRADE === 'on') await backUpBefore(config, db, say);
  return migrateToLatest(db);
}

/** Checks once a minute whether the last older process has ended, and then runs the migrations that wait for that. */
export function finishUpgrade(config: Config, db: Database, log: Log): Rounds {
  return startRounds(
    async () => {
      const upgrade = await upgradeDatabase(config, db, line => log.info(line));
      const upgraded = describeUpgrade(upgrade);
      if (upgraded) log.info({ ...upgrade, to: version }, upgraded);
      return upgrade.waiting.length > 0 ? 'after_pause' : 'never';
    },
    {
      first_ms: minute_ms,
      pause_ms: minute_ms,
      log,
      failure: 'the upgrade of the database could not be finished and will be tried again',
    },
  );
}

/** Returns a sentence about the migrations that wait, and the processes that they wait for; undefined if there are none. */
export async function describeWaiting(db: Database, waiting: readonly string[]): Promise<string | undefined> {
  if (waiting.length === 0) return undefined;
  const hindering = await listHindering(poolOf(db), waiting[0]!);
  const processes = hindering.map(one => `${one.process_id} on ${one.host} (Postrider ${one.version})`);
  return `Waiting until no older process runs: ${waiting.join(', ')}. Older: ${processes.join(', ') || 'none any more'}.`;
}

async function backUpBefore(config: Config, db: Database, say: (line: string) => void): Promise<void> {
  if ((await findReason(db)) === undefined) return;
  // If several processes start together, one makes the backup and continues; the others find the database upgraded.
  await using _held = await holdLock(db, "hashtextextended('upgrade', 38)");
  try {
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
  }
}

/** Returns the name of the first destructive migration that would run now; undefined if there is none, or nothing to lose. */
async function findReason(db: Database): Promise<string | undefined> {
  const first = (await listRunnable(db)).find(({ is_destructive }) => is_destructive);
  return first && (await isUsed(db)) ? first.name : undefined;
}

async function isUsed(db: Database): Promise<boolean> {
  const { rows } = await poolOf(db).query("select to_regclass('public.newsletters') is not null as is_there");
  if (!rows[0].is_there) return false;
  return (await poolOf(db).query('select from newsletters limit 1')).rows.length > 0;
}

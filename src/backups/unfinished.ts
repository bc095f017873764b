import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Config, ConfigError } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connect.ts';

type Place = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'FILES_URL'>;

function fileOf({ DATA_DIR }: Place): string {
  return join(DATA_DIR, 'restore-unfinished');
}

/** Marks the data folder to show that a restore has begun. Without a data folder, only the empty database shows it. */
export async function markUnfinished(place: Place): Promise<void> {
  if (place.DATABASE_URL && place.FILES_URL) return;
  await writeFile(fileOf(place), 'A restore into this folder has begun and not finished.\n', {
    mode: 0o600,
    flush: true,
  });
}

export async function markFinished(place: Place): Promise<void> {
  await rm(fileOf(place), { force: true });
}

/**
 * Throws ConfigError if the old cluster was moved away and the new one is not in its place yet. Opening the folder would create an empty
 * cluster.
 */
export async function refuseHalfUpgraded(place: Place): Promise<void> {
  if (place.DATABASE_URL || !existsSync(fileOf(place)) || existsSync(join(place.DATA_DIR, 'postgres')))
    return;
  if (!existsSync(join(place.DATA_DIR, 'postgres-upgrade'))) return;
  throw new ConfigError(
    `The upgrade of the database in ${place.DATA_DIR} was interrupted. Run it again: npx postrider upgrade-database`,
  );
}

/**
 * Throws ConfigError, with a remedy, if a restore into this data folder was interrupted: the database is empty then, and a service would
 * start with nothing. If only the mark is left, removes it.
 */
export async function refuseUnfinished(db: Database, place: Place): Promise<void> {
  const is_marked = await readFile(fileOf(place)).then(
    () => true,
    () => false,
  );
  if (!is_marked) return;
  const { rows } = await sql<{ is_there: boolean }>`
    select to_regclass('public.restores') is not null as is_there`.execute(db);
  if (rows[0]!.is_there) return markFinished(place);
  throw new ConfigError(
    `A restore into ${place.DATA_DIR} was interrupted, so the database is empty. Run it again: npx postrider restore FILE. To start with an empty installation instead, delete ${fileOf(place)}.`,
  );
}

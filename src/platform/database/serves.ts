import { sql } from 'kysely';
import { ConfigError } from '../config/config.ts';
import { version } from '../version.ts';
import type { Database } from './connect.ts';
import { listRun, pendingMigrations, readVersion } from './migrate.ts';
import { listContractions, listNames } from './migrations.ts';

/** Returns the end of a sentence: the newer program that ran these migrations, which this one does not know, and the remedy. */
export function newerProgram(writer: string, unknown: readonly string[]): string {
  const migrations = `${unknown.length > 1 ? 'migrations' : 'migration'} ${unknown.join(', ')}`;
  // Between releases the number stays the same.
  return writer === version
    ? `a newer state of Postrider ${version} than this one, which lacks the ${migrations}. Update the code, for example with git pull`
    : `Postrider ${writer}, but this is Postrider ${version}, which lacks the ${migrations}. Use Postrider ${writer} or newer`;
}

/**
 * Throws ConfigError, naming the version needed, if a newer version has changed the database in a way that this one cannot work
 * with. Migrations of a newer version that only add to the schema are no obstacle.
 */
export async function refuseNewerDatabase(db: Database): Promise<void> {
  const known = await listNames();
  const unknown = (await listRun(db)).filter(name => !known.includes(name));
  if (unknown.length === 0) return;
  const needed = await readVersion(db);
  if (needed === null)
    throw new ConfigError(
      'DATABASE_URL: this database belongs to another program. Create an empty one for Postrider.',
    );
  const contracting = await readContractions(db);
  const lacking = unknown.filter(name => contracting === null || contracting.includes(name));
  if (lacking.length === 0) return;
  throw new ConfigError(
    `This database was upgraded by ${newerProgram(needed, lacking)}; or restore a backup from before the upgrade.`,
  );
}

/** Throws ConfigError, with the remedy, if the database lacks migrations that this version needs. */
export async function refuseOlderDatabase(db: Database): Promise<void> {
  const missing = await missingMigrations(db);
  if (missing.length > 0)
    throw new ConfigError(
      `The database lacks the migrations ${missing.join(', ')}. Run: npx postrider migrate`,
    );
}

/** Lists the migrations that this version needs and the database lacks. It works without the contracting ones, which may have to wait. */
export async function missingMigrations(db: Database): Promise<string[]> {
  const contracting = await listContractions();
  return (await pendingMigrations(db)).filter(name => !contracting.includes(name));
}

/** Returns the contracting migrations that the database has run; null if the database is too old to tell. */
async function readContractions(db: Database): Promise<string[] | null> {
  const { rows } = await sql<{ contractions: string[] | null }>`
    select to_jsonb(installation) -> 'contractions' as contractions from installation`.execute(db);
  return rows[0]?.contractions ?? null;
}

import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './connect.ts';

const folder = new URL('../../../migrations/', import.meta.url);

/**
 * Brings the database to the newest form, one file of `migrations/` after another, each in its own transaction.
 * Returns the names of those that ran. Safe when several processes start at once. Throws the error of the first that fails.
 */
export async function migrateToLatest(db: Database): Promise<string[]> {
  const migrator = createMigrator(db);
  const done: string[] = [];
  // migrateToLatest() of the library runs all in one transaction and calls rolled-back ones a success.
  for (;;) {
    const { error, results } = await migrator.migrateUp();
    if (error) throw error;
    if (!results?.length) return done;
    done.push(...results.map(result => result.migrationName));
  }
}

/** The migrations that this code knows and the database has not run. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const migrations = await createMigrator(db).getMigrations();
  return migrations.filter(migration => !migration.executedAt).map(migration => migration.name);
}

function createMigrator(db: Database): Migrator {
  return new Migrator({ db, provider: { getMigrations: readMigrations } });
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort();
  const migrations = names.map(async name => {
    const text = await readFile(new URL(name, folder), 'utf8');
    return [
      name.slice(0, -4),
      { up: async (db: Database) => void (await sql.raw(text).execute(db)) },
    ] as const;
  });
  return Object.fromEntries(await Promise.all(migrations));
}

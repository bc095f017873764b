import { sql } from 'kysely';
import type pg from 'pg';
import { version } from '../version.ts';
import { type Database, poolOf } from './connect.ts';
import { listNames, type Migration, readMigration } from './migrations.ts';
import {
  applyMigration,
  listHindering,
  lockMigrations,
  prepareRecord,
  runMigration,
} from './run-migration.ts';

/** The migrations that ran, those that wait for older processes, and the version that used the database before; null for a new one. */
export type Upgrade = { ran: string[]; waiting: string[]; from: string | null };

/**
 * Runs the missing migrations, one file of `migrations/` after another, each in its own transaction together with the record that
 * this version ran it. A contracting one waits while processes run that do not know it. Safe if several processes start together,
 * and while others send. Throws the error of the first migration that fails, and ConfigError if one does not get its locks.
 */
export async function migrateToLatest(db: Database): Promise<Upgrade> {
  const from = await readVersion(db);
  const ran: string[] = [];
  const waiting: string[] = [];
  for (const name of await pendingMigrations(db)) {
    const outcome = await runMigration(db, await readMigration(name));
    if (outcome === 'ran') ran.push(name);
    if (outcome === 'waits') waiting.push(name);
  }
  return { ran, waiting, from };
}

/** Returns a sentence about the upgrade; undefined if there was nothing to do or the database is new. */
export function describeUpgrade({ ran, from }: Pick<Upgrade, 'ran' | 'from'>): string | undefined {
  if (ran.length === 0 || from === null) return undefined;
  const versions = from === version ? `for Postrider ${version}` : `from Postrider ${from} to ${version}`;
  return `The database was upgraded ${versions}: ${ran.join(', ')}.`;
}

/** Returns the version that changed the database last; null for a new database. */
export async function readVersion(db: Database): Promise<string | null> {
  if (!(await hasTable(db, 'installation'))) return null;
  // Read as JSON, because the column does not exist before migration 0017, when all databases were of 0.1.0.
  const { rows } = await sql<{ version: string | null }>`
    select to_jsonb(installation) ->> 'version' as version from installation`.execute(db);
  return rows[0]?.version ?? '0.1.0';
}

/** Lists the names of the migrations that the database has run. */
export async function listRun(db: Database): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

async function hasTable(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{
    is_there: boolean;
  }>`select to_regclass(${name}) is not null as is_there`.execute(db);
  return rows[0]!.is_there;
}

/** Whether any migration has run. A database without one is empty, or another program's. */
export async function isSetUp(db: Database): Promise<boolean> {
  return (await listRun(db)).length > 0;
}

/** Lists the migrations that the database has not run yet, including those that wait. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const ran = new Set(await listRun(db));
  return (await listNames()).filter(name => !ran.has(name));
}

/** Lists the missing migrations that can run now: a contracting one waits while processes run that do not know it. */
export async function listRunnable(db: Database): Promise<Migration[]> {
  const hasProcesses = await hasTable(db, 'processes');
  const runnable: Migration[] = [];
  for (const name of await pendingMigrations(db)) {
    const migration = await readMigration(name);
    const waits = migration.contracts && hasProcesses && (await listHindering(poolOf(db), name)).length > 0;
    if (!waits) runnable.push(migration);
  }
  return runnable;
}

/**
 * Runs these migrations in the transaction of this connection, which may do more, and records them. The transaction then holds the lock of
 * migrations: a process that starts meanwhile waits for its end.
 */
export async function migrateWithin(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  await lockMigrations(client);
  await prepareRecord(client);
  for (const name of names) {
    const migration = await readMigration(name);
    const text = migration.text.replaceAll(/\bconcurrently /gi, ''); // which is impossible in a transaction
    await applyMigration(client, { ...migration, text, is_concurrent: false });
  }
}

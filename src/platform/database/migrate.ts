import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { ConfigError } from '../config/config.ts';
import { inProgram } from '../root.ts';
import { version } from '../version.ts';
import type { Database } from './connect.ts';

const fileOf = (name: string) => inProgram(`migrations/${name}.sql`);

/** How often, and how soon, to look again after another process has changed the schema meanwhile. */
const mostCollisions = 20;
const collisionMilliseconds = 250;

/** The first migration after which the version that ran each one can be recorded. */
const noting = '0017-version';

/** The migrations that ran, and the version that used the database before; null for a new one. */
export type Upgrade = { ran: string[]; from: string | null };

/**
 * Migrates the database to the newest schema, one file of `migrations/` after another, each in its own transaction together
 * with the record that this version ran it. Safe if several processes start together. Throws the error of the first
 * migration that fails.
 */
export async function migrateToLatest(db: Database): Promise<Upgrade> {
  const from = await readVersion(db);
  // The library reads the whole schema twice, which takes longer than anything else that a start asks of the database.
  if ((await pendingMigrations(db)).length === 0) return { ran: [], from };
  const migrator = createMigrator(db);
  const ran: string[] = [];
  // The library's migrateToLatest() would run all in one transaction and report rolled-back ones as successful.
  for (let collisions = 0; ; ) {
    const { error, results } = await migrator.migrateUp();
    // Before it waits for another process, the library reads the schema, from which that one may just have removed something.
    if (error && !results?.length && collisions++ < mostCollisions) await sleep(collisionMilliseconds);
    else if (error) throw error;
    else if (!results?.length) return { ran, from };
    else ran.push(...results.map(result => result.migrationName));
  }
}

/** A sentence about the upgrade; undefined if there was nothing to do or the database is new. */
export function describeUpgrade({ ran, from }: Upgrade): string | undefined {
  if (ran.length === 0 || from === null) return undefined;
  const versions = from === version ? `for Postrider ${version}` : `from Postrider ${from} to ${version}`;
  return `The database was upgraded ${versions}: ${ran.join(', ')}.`;
}

/** The newer program that ran these migrations, which this one does not know, and what to do: the end of a sentence. */
export function newerProgram(writer: string, unknown: readonly string[]): string {
  const migrations = `${unknown.length > 1 ? 'migrations' : 'migration'} ${unknown.join(', ')}`;
  // Between releases the number stays the same.
  return writer === version
    ? `a newer state of Postrider ${version} than this one, which lacks the ${migrations}. Update the code, for example with git pull`
    : `Postrider ${writer}, but this is Postrider ${version}, which lacks the ${migrations}. Use Postrider ${writer} or newer`;
}

/** Throws ConfigError, naming the version needed, if a newer version has changed the database. */
export async function refuseNewerDatabase(db: Database): Promise<void> {
  const known = await listNames();
  const unknown = (await listRun(db)).filter(name => !known.includes(name));
  if (unknown.length === 0) return;
  const needed = await readVersion(db);
  if (needed === null)
    throw new ConfigError(
      'DATABASE_URL: this database belongs to another program. Create an empty one for Postrider.',
    );
  throw new ConfigError(
    `This database was upgraded by ${newerProgram(needed, unknown)}; or restore a backup from before the upgrade.`,
  );
}

/** Throws ConfigError, with what to do, if the database lacks migrations. */
export async function refuseOlderDatabase(db: Database): Promise<void> {
  const pending = await pendingMigrations(db);
  if (pending.length > 0)
    throw new ConfigError(
      `The database lacks the migrations ${pending.join(', ')}. Run: npx postrider migrate`,
    );
}

/** The version that changed the database last; null for a new one. */
async function readVersion(db: Database): Promise<string | null> {
  if (!(await hasTable(db, 'installation'))) return null;
  // Read as JSON, because the column does not exist before migration 0017, when all databases were of 0.1.0.
  const { rows } = await sql<{ version: string | null }>`
    select to_jsonb(installation) ->> 'version' as version from installation`.execute(db);
  return rows[0]?.version ?? '0.1.0';
}

/** The names of the migrations that the database has run. */
async function listRun(db: Database): Promise<string[]> {
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

/** Whether any migration has run: a database without is empty, or another program's. */
export async function isSetUp(db: Database): Promise<boolean> {
  return (await listRun(db)).length > 0;
}

/** The migrations that the database has not run yet. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const ran = new Set(await listRun(db));
  return (await listNames()).filter(name => !ran.has(name));
}

/** The migrations that this version knows, in order. */
export async function listNames(): Promise<string[]> {
  const files = (await readdir(inProgram('migrations'))).filter(name => name.endsWith('.sql'));
  return files.map(name => name.slice(0, -4)).sort();
}

/**
 * Runs these migrations in the transaction of this connection, which may do more, and records them like the library. It holds the
 * library's lock then: a process that starts meanwhile waits for the end of the transaction.
 */
export async function migrateWithin(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${libraryLock})`);
  await client.query(`
    create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table if not exists kysely_migration_lock (id varchar(255) primary key, is_locked integer default 0 not null)`);
  for (const name of names) {
    await client.query(await readFile(fileOf(name), 'utf8'));
    if (name >= noting) await client.query('update installation set version = $1', [version]);
    await client.query('insert into kysely_migration values ($1, $2)', [name, new Date().toISOString()]);
  }
}

/** Those of these migrations that drop or rewrite what is there: a line in them says so. */
export async function listDestructive(names: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(names.map(name => readFile(fileOf(name), 'utf8')));
  return names.filter((_, at) => /^-- Destructive: /m.test(texts[at]!));
}

/** The number that Kysely's PostgresAdapter locks while it migrates. */
const libraryLock = '3853314791062309107';

/** The library's migrator over the files of `migrations/`. */
export function createMigrator(db: Database): Migrator {
  // Unordered, because of two migrations written in parallel the later one may have run first.
  const provider = { getMigrations: readMigrations };
  return new Migrator({ db, provider, allowUnorderedMigrations: true });
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const migrations = (await listNames()).map(async name => {
    const text = await readFile(fileOf(name), 'utf8');
    return [name, { up: (db: Database) => run(db, name, text) }] as const;
  });
  return Object.fromEntries(await Promise.all(migrations));
}

async function run(db: Database, name: string, text: string): Promise<void> {
  await sql.raw(text).execute(db);
  if (name >= noting) await db.updateTable('installation').set({ version }).execute();
}

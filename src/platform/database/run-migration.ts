import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ConfigError } from '../config/config.ts';
import { codeOf } from '../errors.ts';
import { version } from '../version.ts';
import { type Database, poolOf } from './connect.ts';
import type { Migration } from './migrations.ts';

/** `waits` means that processes run that do not know this contracting migration; `there` means that it has run before. */
export type Outcome = 'ran' | 'there' | 'waits';

/** The first migration that lets the version that runs a migration be recorded. */
const noting = '0017-version';

/** The lock of Kysely's migrator, which ran the migrations of earlier versions. */
const migrating = '3853314791062309107';

/** How long a migration waits for a lock. Statements that come after it wait too. PostgreSQL looks for deadlocks after a second. */
const lock_ms = 900;
const pause_ms = 500;
const patience_ms = 10 * 60_000;
/** The codes for a lock that was not available in time, and for a deadlock. */
const inTheWay = ['55P03', '40P01'];

/** The condition that a row of `processes` counts as running: it has not been silent for longer than two of its beats. */
export const runningProcess = `seen_date > now() - interval '150 seconds'`;

/**
 * Runs one migration in a transaction that also records it, unless another process does so first. It waits less than a second for each
 * lock; then it releases its locks, lets others work, and tries again, for ten minutes. Throws a ConfigError that names the transactions in
 * its way.
 */
export async function runMigration(db: Database, migration: Migration): Promise<Outcome> {
  let since = Date.now();
  const client = await poolOf(db).connect();
  try {
    for (;;) {
      const outcome = await tryMigration(db, client, migration);
      if (outcome === 'busy') since = Date.now();
      else if (outcome !== 'locked') return outcome;
      if (Date.now() - since > patience_ms) throw await describeObstacle(client, migration);
      await sleep(pause_ms);
    }
  } finally {
    client.release();
  }
}

/** Tries to run the migration. `locked` means that somebody uses the tables, `busy` that another process migrates. */
async function tryMigration(
  db: Database,
  client: pg.PoolClient,
  migration: Migration,
): Promise<Outcome | 'locked' | 'busy'> {
  await client.query('begin');
  try {
    const outcome = await inTransaction(db, client, migration);
    await client.query(outcome === 'ran' ? 'commit' : 'rollback');
    return outcome;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    if (inTheWay.includes(codeOf(error) ?? '')) return 'locked';
    throw error;
  }
}

async function inTransaction(
  db: Database,
  client: pg.PoolClient,
  migration: Migration,
): Promise<Outcome | 'busy'> {
  // The lock is not waited for within a statement, because `create index concurrently` elsewhere would wait for the snapshot of that
  // statement.
  const { rows } = await client.query(`select pg_try_advisory_xact_lock(${migrating}) as is_mine`);
  if (!rows[0].is_mine) return 'busy';
  await client.query(`set local lock_timeout = ${lock_ms}`);
  await prepareRecord(client);
  const found = await client.query('select from kysely_migration where name = $1', [migration.name]);
  if (found.rows.length > 0) return 'there';
  if (migration.contracts) {
    // A process that starts now announces itself after this transaction, and finds the contraction recorded.
    await client.query('lock table processes in share mode');
    if ((await listHindering(client, migration.name)).length > 0) return 'waits';
  }
  if (migration.is_concurrent) {
    await client.query('select'); // ends the last statement with parameters, whose snapshot the index would wait for
    await runConcurrently(db, migration);
  }
  await applyMigration(client, migration);
  return 'ran';
}

/** Lists the running processes that do not know the contracting migration. */
export async function listHindering(
  client: pg.ClientBase | pg.Pool,
  name: string,
): Promise<{ host: string; process_id: number; version: string }[]> {
  const { rows } = await client.query(
    // Read as JSON, because processes of earlier versions do not say what they know.
    `select host, process_id, version from processes
    where ${runningProcess} and not coalesce(to_jsonb(processes) -> 'contractions', '[]') ? $1 order by start_date`,
    [name],
  );
  return rows;
}

/** Creates the tables in which migrations are recorded, in the shape that Kysely's migrator gave them. */
export async function prepareRecord(client: pg.ClientBase): Promise<void> {
  await client.query(`
    create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table if not exists kysely_migration_lock (id varchar(255) primary key, is_locked integer default 0 not null)`);
}

/** Runs the migration in the transaction of this connection, unless it has run concurrently, and records it. */
export async function applyMigration(
  client: pg.ClientBase,
  { name, text, contracts, is_concurrent }: Migration,
): Promise<void> {
  if (!is_concurrent) await client.query(text);
  if (name >= noting) await client.query('update installation set version = $1', [version]);
  if (contracts)
    await client.query('update installation set contractions = contractions || $1::text', [name]);
  await client.query('insert into kysely_migration values ($1, $2)', [name, new Date().toISOString()]);
}

/** Takes the lock of migrations until the end of the transaction, waiting between statements as above. */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`select pg_try_advisory_xact_lock(${migrating}) as is_mine`);
    if (rows[0].is_mine) return;
    await sleep(pause_ms);
  }
}

/** Runs the statements one by one on another connection. An index that an interrupted run left unfinished is built again. */
async function runConcurrently(db: Database, { text }: Migration): Promise<void> {
  const statements = text
    .replace(/^--.*$/gm, '')
    .split(';')
    .filter(part => part.trim() !== '');
  const client = await poolOf(db).connect();
  try {
    for (const statement of statements) {
      const [, name] = /create (?:unique )?index concurrently if not exists (\w+)/i.exec(statement) ?? [];
      const unfinished = await client.query(
        'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
        [name],
      );
      if (unfinished.rows.length > 0) await client.query(`drop index concurrently ${name}`);
      await client.query(statement);
    }
  } finally {
    client.release();
  }
}

async function describeObstacle(client: pg.PoolClient, { name }: Migration): Promise<ConfigError> {
  const { rows } = await client.query(`
    select pid, floor(extract(epoch from now() - xact_start) / 60)::int as minutes from pg_stat_activity
    where datname = current_database() and xact_start < now() - interval '1 minute' order by xact_start`);
  const old = rows.map(({ pid, minutes }) => `${pid} (for ${minutes} min)`);
  return new ConfigError(
    `The migration ${name} did not get its locks within ten minutes, and changed nothing. Transactions of these PostgreSQL processes are old: ${old.join(', ') || 'none'}. End them, for example with select pg_terminate_backend(…), and start again.`,
  );
}

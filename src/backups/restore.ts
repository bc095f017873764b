import pg from 'pg';
import { type Database, poolOf } from '../platform/database/connect.ts';
import { migrateWithin } from '../platform/database/migrate.ts';
import { listNames } from '../platform/database/migrations.ts';
import { newerProgram } from '../platform/database/serves.ts';
import { newId } from '../platform/ids.ts';
import { isDatabaseOutage } from '../platform/outage.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { BackupError, MisfitError } from './error.ts';
import { type Deferred, finishTables, loadTable, prepareTables } from './load.ts';
import { type About, type Manifest, names } from './manifest.ts';
import { countRows, readBackup } from './read.ts';

export type RestoreTarget = {
  db: Database;
  store: FileStore;
  /** Called before the first change, once the database is known to be empty. */
  mark(): Promise<void>;
  /** Adds the keys of the backup to those of this machine. */
  keep_keys(keys: Buffer[]): Promise<void>;
  /** Called with the number of rows of each table, or of files, that have been restored so far. */
  on_progress?: (part: string, done: number) => void;
  /** Called once everything is in. */
  finish(): Promise<void>;
};

export type Restored = { about: About; manifest: Manifest; is_encrypted: boolean; migrations_run: number };

/**
 * Restores a backup into an empty database: all of it, in one transaction, or nothing. Migrations that the backup lacks run in the same
 * transaction. Files are written to the file store meanwhile. `open` is called once the backup proves readable here. Throws BackupError if
 * it is not, if it is damaged, or if the database is not empty.
 */
export async function restoreBackup(
  open: (about: About) => Promise<RestoreTarget>,
  source: AsyncIterable<Buffer>,
  passphrase: string | null,
): Promise<Restored> {
  let about!: About;
  let target!: RestoreTarget;
  let client: pg.PoolClient | undefined;
  let deferred!: Deferred;
  let manifest!: Manifest;
  let encrypted = false;
  let files = 0;
  try {
    await readBackup(source, passphrase, {
      async about(found, is_encrypted) {
        about = found;
        encrypted = is_encrypted;
        await refuseUnknownMigrations(about);
        target = await open(about);
        client = await poolOf(target.db).connect();
        await begin(client);
        await refuseUsedDatabase(client);
        await target.mark();
        await migrateWithin(client, about.migrations);
        // Backups from before the table of letters contain the queue of that time, which needs a table here.
        if (about.tables.some(({ name }) => name === 'restored_jobs'))
          await client.query(`
            create table if not exists restored_jobs (name text not null, singleton_key text, data jsonb, start_after timestamptz not null)`);
        deferred = await prepareTables(client, about).catch(explainRefusal(names.about));
      },
      secret_keys: keys => target.keep_keys(keys),
      async table(name, content) {
        const table = about.tables.find(table => table.name === name)!;
        const rows = await loadTable(client!, table, content).catch(explainRefusal(name));
        target.on_progress?.(name, rows);
        return rows;
      },
      async file(key, content) {
        const parts: Buffer[] = [];
        for await (const part of content) parts.push(Buffer.from(part));
        await target.store.put(key, Buffer.concat(parts));
        files += 1;
        target.on_progress?.('files', files);
      },
      async end(found) {
        manifest = found;
      },
    });
    const migrations_run = await finish(client!, about, deferred);
    await target.finish();
    return { about, manifest, is_encrypted: encrypted, migrations_run };
  } finally {
    client?.release(true); // COPY may still be under way on this connection, and its settings were those of a restore
  }
}

async function begin(client: pg.PoolClient): Promise<void> {
  await client.query('begin');
  for (const setting of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    await client.query(`set local ${setting} = 0`);
  await client.query("set local client_encoding = 'UTF8'; set local datestyle = 'ISO, YMD'");
  await client.query("set local maintenance_work_mem = '128MB'");
}

async function finish(client: pg.PoolClient, about: About, deferred: Deferred): Promise<number> {
  await finishTables(client, deferred, about).catch(explainRefusal('as a whole'));
  const pending = (await listNames()).filter(name => !about.migrations.includes(name));
  await migrateWithin(client, pending);
  await client.query(
    `insert into restores (id, taken_at, origin, migration, secret_key_included) values ($1, $2, $3, $4, $5)`,
    [newId(), about.taken_at, about.origin, about.migrations.at(-1), about.has_secret_key],
  );
  // The domains still lead to the original, so links must not use them; a check finds out when they lead here.
  await client.query(`update newsletters set served_domain = '' where served_domain <> ''`);
  await client.query('commit');
  await client.query('analyze'); // autovacuum would come too late for the first send
  return pending.length;
}

/** Throws BackupError, naming the version to use, if a newer Postrider made the backup. */
async function refuseUnknownMigrations({ migrations, version: writer }: About): Promise<void> {
  const known = await listNames();
  const unknown = migrations.filter(name => !known.includes(name));
  if (unknown.length === 0) return;
  throw new MisfitError(`The backup was made by ${newerProgram(writer, unknown)}.`);
}

async function refuseUsedDatabase(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query(`
    select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'public' and relkind in ('r', 'p') limit 1`);
  if (rows.length === 0) return;
  throw new BackupError(
    `The database is not empty: it has the table ${rows[0].name}. A restore never overwrites anything. Create an empty database for it, or choose an empty folder with DATA_DIR.`,
  );
}

/** Names the content of the backup as the cause when PostgreSQL refuses it, unless the database itself lacks something. */
function explainRefusal(part: string) {
  return (error: unknown): never => {
    if (error instanceof pg.DatabaseError && !isDatabaseOutage(error))
      throw new MisfitError(
        `The backup does not fit its tables (${part}): ${error.message}. It is undamaged, so it may have been changed by hand.`,
      );
    throw error;
  };
}

/** Reads a backup to its end without keeping anything. Throws BackupError unless it is whole and undamaged. */
export async function verifyBackup(
  source: AsyncIterable<Buffer>,
  passphrase: string | null,
): Promise<{ about: About; manifest: Manifest; is_encrypted: boolean }> {
  let about!: About;
  let manifest!: Manifest;
  let encrypted = false;
  await readBackup(source, passphrase, {
    async about(found, is_encrypted) {
      about = found;
      encrypted = is_encrypted;
    },
    table: async (_, content) => countRows(content),
    async file(_, content) {
      for await (const _ of content);
    },
    async end(found) {
      manifest = found;
    },
  });
  return { about, manifest, is_encrypted: encrypted };
}

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { connectDatabase } from '../src/platform/database/connect.ts';
import { migrateToLatest } from '../src/platform/database/migrate.ts';
import { openEmbeddedDatabase } from '../src/platform/embedded/embedded.ts';
import { execute, withDatabase } from '../src/testing/database.ts';

export type Server = { url: string; close(): Promise<void> };

/** Opens a PostgreSQL on which databases can be created: the one at DATABASE_URL, or else an embedded one with its data in `folder`. */
export async function openServer(folder: string): Promise<Server> {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, close: async () => {} };
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  return openEmbeddedDatabase({ data_dir: folder, claim: true, log: () => {}, settings });
}

/** Creates a migrated database with this name, leaves no connection open on it, and returns its URL. */
export async function createMigratedDatabase(server: Server, name: string): Promise<string> {
  await execute(server.url, `create database ${name} template template0 encoding 'UTF8'`);
  const url = withDatabase(server.url, name);
  const db = connectDatabase(url, { size: 1, on_error: () => {} });
  try {
    await migrateToLatest(db);
    // Tests write deliveries of emails that were never started, so their partition does not exist yet.
    await sql`create table deliveries_1 partition of deliveries for values from (1) to (1000000) with (fillfactor = 85)`.execute(
      db,
    );
  } finally {
    await db.destroy();
  }
  return url;
}

/** Runs `act` with a migrated database on a new server. Removes both afterwards. */
export async function withMigratedDatabase(
  act: (made: { server: Server; name: string; url: string }) => Promise<void>,
): Promise<void> {
  const folder = await makeFolder();
  const server = await openServer(folder);
  const name = `postrider_script_${randomBytes(4).toString('hex')}`;
  try {
    await act({ server, name, url: await createMigratedDatabase(server, name) });
  } finally {
    await execute(server.url, `drop database if exists ${name} with (force)`);
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates a folder, in memory if there is enough of it, because databases are cloned there in a few milliseconds. */
export async function makeFolder(): Promise<string> {
  const shared = await statfs('/dev/shm').catch(() => undefined);
  const isRoomy = shared !== undefined && shared.bavail * shared.bsize > 2 ** 30;
  return mkdtemp(join(isRoomy ? '/dev/shm' : tmpdir(), 'postrider-test-'));
}

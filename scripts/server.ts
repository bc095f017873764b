import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { connectDatabase } from '../src/platform/database/connect.ts';
import { migrateToLatest } from '../src/platform/database/migrate.ts';
import { openEmbeddedDatabase } from '../src/platform/embedded/embedded.ts';
import { execute, withDatabase } from '../src/testing/database.ts';

export type Server = { url: string; close(): Promise<void> };

/** A PostgreSQL on which databases can be made: that of DATABASE_URL, else an embedded one whose data lie in `folder`. */
export async function openServer(folder: string): Promise<Server> {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, close: async () => {} };
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  return openEmbeddedDatabase({ data_dir: folder, claim: true, log: () => {}, settings });
}

/** Makes a migrated database of this name, on which no connection is open, and returns its URL. */
export async function createMigratedDatabase(server: Server, name: string): Promise<string> {
  await execute(server.url, `create database ${name} template template0 encoding 'UTF8'`);
  const url = withDatabase(server.url, name);
  const db = connectDatabase(url, { size: 1, on_error: () => {} });
  try {
    await migrateToLatest(db);
    // Tests write deliveries of emails that nobody started, which would have made room for them.
    await sql`create table deliveries_1 partition of deliveries for values from (1) to (1000000) with (fillfactor = 85)`.execute(
      db,
    );
  } finally {
    await db.destroy();
  }
  return url;
}

/** A new folder, in memory where there is enough of it: databases are cloned there in a few milliseconds. */
export async function makeFolder(): Promise<string> {
  const shared = await statfs('/dev/shm').catch(() => undefined);
  const isRoomy = shared !== undefined && shared.bavail * shared.bsize > 2 ** 30;
  return mkdtemp(join(isRoomy ? '/dev/shm' : tmpdir(), 'postrider-test-'));
}

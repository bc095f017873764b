import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase, type Database } from '../../src/platform/database/connect.ts';
import { migrateToLatest } from '../../src/platform/database/migrate.ts';
import { openEmbeddedDatabase } from '../../src/platform/embedded/embedded.ts';
import { atTheLatestAtTheEnd } from './endings.ts';

export type BenchDatabase = { db: Database; url: string; close(): Promise<void> };

/** Creates an empty folder on the disk. `remove` deletes it with its content. */
export async function makeFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'postrider-bench-'));
  return { folder, remove: atTheLatestAtTheEnd(() => rm(folder, { recursive: true, force: true })) };
}

/**
 * Opens the embedded server of `data_dir` with the settings that users get, and migrates it unless it must stay empty. `close` stops it.
 */
export async function openBenchDatabase(
  data_dir: string,
  { connections = 4, is_empty = false }: { connections?: number; is_empty?: boolean } = {},
): Promise<BenchDatabase> {
  const server = await openEmbeddedDatabase({ data_dir, claim: true, log: () => {} });
  const db = connectDatabase(server.url, { size: connections, on_error: () => {} });
  const close = atTheLatestAtTheEnd(async () => {
    await db.destroy();
    await server.close();
  });
  if (!is_empty) await migrateToLatest(db);
  return { db, url: server.url, close };
}

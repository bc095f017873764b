import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { connectDatabase, type Database } from '../platform/database/connect.ts';
import { type Fence, type FenceStatus, openFence } from '../platform/fence/fence.ts';
import { readFence, readSending } from '../platform/fence/queries.ts';
import { createLog } from '../platform/log.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

const folders: string[] = [];

/** Returns the path of a data folder that does not exist yet. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-fence-'));
  folders.push(folder);
  return join(folder, 'data');
}

export async function removeFolders(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

export type Stage = AsyncDisposable & { db: Database; database: TestDatabase; data_dir: string };

/** Opens a database that nobody has opened before, and an empty data folder. */
export async function openStage(): Promise<Stage> {
  const database = await createTestDatabase();
  const db = connectDatabase(database.url, { size: 4, on_error: () => {} });
  return {
    db,
    database,
    data_dir: newFolder(),
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await database.drop();
    },
  };
}

export type Worker = AsyncDisposable & { status(): FenceStatus; fence: Fence };
type Place = Pick<Stage, 'db' | 'data_dir'>;
type Given = Partial<Parameters<typeof openFence>[0]>;

export async function startWorker({ db, data_dir }: Place, given: Given = {}): Promise<Worker> {
  const fence = await openFence({
    db,
    data_dir,
    is_shared: false,
    name: '',
    witness: undefined,
    log: createLog('silent'),
    findRestore: async () => null,
    onHold: async () => {},
    patience_ms: 1,
    ...given,
  });
  let status: FenceStatus = 'waiting';
  fence.watch(heard => {
    status = heard;
  });
  return { fence, status: () => status, [Symbol.asyncDispose]: () => fence.stop() };
}

/** Starts a worker and stops it. Returns how its start went. */
export async function tryWorker(
  stage: Place,
  given: Given = {},
): Promise<[status: FenceStatus, reason: string | null, sending: string]> {
  await using worker = await startWorker(stage, given);
  return [worker.status(), (await readFence(stage.db))?.hold_reason ?? null, await readSending(stage.db)];
}

/** Changes the row of the fence as in a physical copy of another time or place, with a valid seal. */
export async function forge(db: Database, change: string): Promise<void> {
  await sql`update fence set ${sql.raw(change)}, sealed_xid = pg_current_xact_id()::xid`.execute(db);
}

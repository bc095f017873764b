import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { findDiscrepancies } from '../../src/delivery/ledger/counts.ts';
import { addSubscribers } from '../../src/testing/audience.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { readBundle } from '../../src/testing/moving.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { type RunningProcess, startProcess } from '../../src/testing/processes.ts';
import { until } from '../../src/testing/until.ts';
import { testSecretKey } from '../../src/testing/vault.ts';

const people = 30_000;
let from: TestService;
let to: TestService;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postrider-moving-'));
  from = await startTestService();
  to = await startTestService();
  await addSubscribers(from.db, from.newsletter, people);
});
after(async () => {
  await from.stop();
  await to.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a process with all roles on the service's database, with its own folder for files. */
async function startOn(
  { database_url }: TestService,
  name: string,
): Promise<RunningProcess & { url: string }> {
  const port = await freePort();
  const running = await startProcess(
    ['serve'],
    {
      DATABASE_URL: database_url,
      SECRET_KEY: testSecretKey,
      DATA_DIR: join(folder, name),
      PORT: String(port),
      BASE_URL: 'http://news.example',
      RATE_LIMIT: '1000000',
      SMTP_URL: '',
    },
    /http:\/\/\S+/,
  );
  return Object.assign(running, { url: `http://127.0.0.1:${port}` });
}

async function lookUp<Row>({ db }: TestService, table: 'exports' | 'imports'): Promise<Row> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)} order by key desc limit 1`.execute(db);
  return rows[0]!;
}

/** Blocks every process that has noted some progress and notes more or the end, from `taken` until `release`. */
async function holdUp({ db }: TestService, table: 'exports' | 'imports') {
  const holder = await db.startTransaction().execute();
  await sql`select pg_advisory_xact_lock(0, 0)`.execute(holder);
  await sql`
    create function hold_up() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(0, 0); return new; end $$`.execute(db);
  await sql`
    create trigger hold_up before update on ${sql.table(table)} for each row
    when (old.status = 'in_progress' and old.done_count > 0) execute function hold_up()`.execute(db);
  return {
    taken: () =>
      until('it is held up', async () => {
        const { rows } = await sql`
          select from pg_locks join pg_database on pg_database.oid = database
          where datname = current_database() and locktype = 'advisory' and objid = 0 and not granted`.execute(
          db,
        );
        return rows.length > 0;
      }),
    async release() {
      await holder.rollback().execute();
      await sql`drop function hold_up cascade`.execute(db);
    },
  };
}

type State = {
  id: string;
  status: string;
  status_reason: string;
  done_count: number;
  folder: string;
  size: number;
};

test('kill −9 during an export leaves nothing incomplete to download, and the next worker writes the whole file', async () => {
  const hold = await holdUp(from, 'exports');
  await using first = await startOn(from, 'from');
  await from.api('POST', '/v1/exports', {});
  await hold.taken();
  await first.end('SIGKILL');
  await hold.release();
  const killed = await lookUp<State>(from, 'exports');
  assert.deepEqual([killed.status, killed.size], ['in_progress', null]);
  const { status } = await from.api('GET', `/v1/exports/${killed.id}/download`);
  assert.equal(status, 409);
  await using second = await startOn(from, 'from');
  assert.ok(second);
  const ended = await until('it is written', async () => {
    const state = await lookUp<State>(from, 'exports');
    return ['ready', 'error'].includes(state.status) && state;
  });
  assert.equal(ended.status, 'ready', ended.status_reason);
  assert.notEqual(ended.folder, killed.folder);
  // Only the pieces of the successful attempt are left.
  assert.deepEqual(await readdir(join(folder, 'from', 'files', 'exports', ended.id)), [
    ended.folder.split('/').at(-1),
  ]);
  const bundle = await bundleOf(ended);
  assert.equal(countLines((await readBundle(bundle)).get('subscribers.jsonl')!), people);
});

test('kill −9 during an import leaves nothing incomplete or twice, and the next worker imports everything', async () => {
  const bundle = await bundleOf(await lookUp<State>(from, 'exports'));
  const hold = await holdUp(to, 'imports');
  await using first = await startOn(to, 'to');
  await upload(first, bundle);
  await hold.taken();
  await first.end('SIGKILL');
  await hold.release();
  assert.equal((await lookUp<State>(to, 'imports')).status, 'in_progress');
  assert.equal(await count(to), 0);
  await using second = await startOn(to, 'to');
  assert.ok(second);
  const ended = await until('it is imported', async () => {
    const state = await lookUp<State>(to, 'imports');
    return ['succeeded', 'failed'].includes(state.status) && state;
  });
  assert.equal(ended.status, 'succeeded', ended.status_reason);
  assert.equal(await count(to), people);
  assert.deepEqual(await findDiscrepancies(to.db), []);
  await until('the file is deleted', async () => {
    const left = await readdir(join(folder, 'to', 'files', 'imports')).catch((): string[] => []);
    return !left.includes(ended.id);
  });
});

async function bundleOf({ folder: stored, size }: State): Promise<Buffer> {
  const { openPieces } = await import('../../src/platform/storage/pieces.ts');
  const { openFileStore } = await import('../../src/platform/storage/file-store.ts');
  const store = await openFileStore({ data_dir: join(folder, 'from'), files_url: undefined });
  const pieces: Buffer[] = [];
  for await (const piece of openPieces(store, stored, size).read(0, size)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Uploads through the process, which has a different folder from the test's service. */
async function upload({ url }: { url: string }, bundle: Buffer): Promise<void> {
  const key = await to.keyWith({
    emails: 'write',
    sending: 'write',
    subscribers: 'write',
    automations: 'write',
    bulk_actions: 'write',
    settings: 'write',
  });
  const response = await fetch(`${url}/v1/imports`, {
    method: 'POST',
    headers: { ...key, 'content-type': 'application/zip' },
    body: new Uint8Array(bundle),
  });
  assert.equal(response.status, 201, await response.text());
}

async function count({ db, newsletter }: TestService): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from subscribers where newsletter_key = ${newsletter.key}`.execute(db);
  return rows[0]!.count;
}

function countLines(text: Buffer): number {
  return text.toString().split('\n').length - 1;
}

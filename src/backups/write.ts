import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { constants, createZstdCompress } from 'node:zlib';
import type pg from 'pg';
import { type Database, poolOf } from '../platform/database/connect.ts';
import { copyOut } from '../platform/database/copy-out.ts';
import { codeOf } from '../platform/errors.ts';
import type { VaultKey } from '../platform/secrets/vault.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { version } from '../platform/version.ts';
import { through } from './bytes.ts';
import { BackupError } from './error.ts';
import { countFiles, type FileList, listFileKeys } from './files.ts';
import { type About, type AboutTable, type Manifest, names } from './manifest.ts';
import { seal } from './seal.ts';
import { quote, readSequences, readTables } from './shape.ts';
import { holdsRows } from './tables.ts';
import { tarEnd, tarFile } from './tar.ts';

/** The size of the pieces that are written one at a time, and held in memory. */
const pieceBytes = 1 << 20;

export type BackupSource = {
  db: Database;
  /** The file store; null leaves the files out. */
  store: FileStore | null;
  embedded: boolean;
  /** The keys that encrypt the secrets in the database. Only an encrypted backup contains them. */
  secret_keys: VaultKey[];
  /** Null for a backup that is not encrypted. */
  passphrase: string | null;
  /** Called for each piece with the table or `files`, its rows or files so far, and how many are expected. */
  on_progress?: (part: string, done: number, expected: number) => void;
  signal?: AbortSignal;
};

/** The content of a written backup. */
export type Written = { about: About; manifest: Manifest };

/**
 * Streams a backup of the whole installation: all tables as of one moment (one repeatable-read snapshot), then the files that they name.
 * Nobody has to wait meanwhile. `done` is called with the content that was written, after the last byte.
 */
export async function* streamBackup(
  source: BackupSource,
  done: (written: Written) => void,
): AsyncGenerator<Buffer> {
  const packer = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  const packed = through(writeArchive(source, done), packer);
  yield* source.passphrase === null ? packed : seal(packed, source.passphrase);
}

async function* writeArchive(source: BackupSource, done: (written: Written) => void): AsyncGenerator<Buffer> {
  const date = new Date();
  const put = (name: string, content: Buffer) => tarFile(name, content, date);
  const client = await poolOf(source.db).connect();
  let is_whole = false;
  try {
    const shape = await openSnapshot(client);
    const keys = source.passphrase === null ? [] : source.secret_keys;
    const about = await describe(client, source, shape, date, keys.length > 0);
    yield* put(names.about, jsonOf(about));
    if (keys.length > 0)
      yield* put(
        names.secret_key,
        Buffer.from(keys.map(({ bytes }) => `${bytes.toString('base64')}\n`).join('')),
      );
    const manifest: Manifest = {
      tables: [],
      files: { count: 0, bytes: 0, sha256: '', missing: [], missing_count: 0 },
    };
    for (const table of about.tables) {
      const hash = createHash('sha256');
      const sums = { name: table.name, rows: 0, bytes: 0, sha256: '' };
      let piece = 0;
      const expected = shape.find(({ name }) => name === table.name)?.estimate ?? 0;
      for await (const { bytes, rows } of copyOut(client, copyStatement(table), pieceBytes)) {
        source.signal?.throwIfAborted();
        hash.update(bytes);
        sums.rows += rows;
        sums.bytes += bytes.length;
        piece += 1;
        yield* put(names.table(table.name, piece), bytes);
        source.on_progress?.(table.name, sums.rows, Math.max(expected, sums.rows));
      }
      manifest.tables.push({ ...sums, sha256: hash.digest('hex') });
    }
    const files = source.store ? await countFiles(client) : undefined;
    await client.query('commit'); // a long transaction keeps PostgreSQL from cleaning up
    is_whole = true;
    client.release();
    if (files) yield* writeFiles(source, files, manifest.files, put);
    else manifest.files.sha256 = createHash('sha256').digest('hex');
    yield* put(names.manifest, jsonOf(manifest));
    yield tarEnd;
    done({ about, manifest });
  } finally {
    if (!is_whole) client.release(true); // COPY may still be under way on this connection
  }
}

/** Begins the snapshot, and keeps others from changing the tables (not their rows) until it ends. */
async function openSnapshot(client: pg.PoolClient) {
  const locked = (await readTables(client)).map(({ name }) => `public.${quote(name)}`);
  if (locked.length === 0) throw new BackupError(sentence('backups.nothing_there'));
  await client.query('begin isolation level repeatable read read only');
  // The locks come before the first query, which begins the snapshot, because TRUNCATE and ALTER TABLE show through snapshots.
  await client.query(`lock table ${locked.join(', ')} in access share mode`);
  // These settings make the text mean the same everywhere, and lift the server's limits for short statements.
  for (const setting of [
    ...["client_encoding = 'UTF8'", "datestyle = 'ISO, YMD'", "intervalstyle = 'postgres'"],
    ...["bytea_output = 'hex'", 'extra_float_digits = 1', "timezone = 'UTC'", "search_path = 'public'"],
    ...['statement_timeout = 0', 'lock_timeout = 0', 'idle_in_transaction_session_timeout = 0'],
  ])
    await client.query(`set local ${setting}`);
  return readTables(client);
}

async function describe(
  client: pg.PoolClient,
  { embedded, store }: BackupSource,
  shape: AboutTable[],
  date: Date,
  has_secret_key: boolean,
): Promise<About> {
  const { rows } = await client.query(`
    select current_setting('server_version') as postgresql,
      (select to_jsonb(installation) ->> 'id' from installation) as installation,
      array(select name::text from kysely_migration order by name) as migrations`);
  const { postgresql, installation, migrations } = rows[0];
  return {
    format: 1,
    taken_at: date.toISOString(),
    version,
    postgresql,
    origin: `installation ${installation ?? 'of an early version'}, ${embedded ? 'embedded database' : 'outside database'}, machine ${hostname()}`,
    migrations,
    tables: [
      ...shape
        .filter(({ name, part }) => holdsRows(part?.of ?? name))
        .map(({ name, columns, part }) => ({ name, columns, part })),
    ],
    sequences: await readSequences(client),
    has_secret_key,
    has_files: store !== null,
  };
}

function copyStatement({ name, columns }: AboutTable): string {
  return `copy public.${quote(name)} (${columns.map(quote).join(', ')}) to stdout`;
}

async function* writeFiles(
  { db, store, on_progress, signal }: BackupSource,
  files: FileList,
  sums: Manifest['files'],
  put: (name: string, content: Buffer) => Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  const lines = createHash('sha256');
  for await (const key of listFileKeys(db, files)) {
    signal?.throwIfAborted();
    const content = await openFile(store!, key);
    if (content === undefined) {
      sums.missing_count += 1;
      if (sums.missing.length < 1000) sums.missing.push(key);
      continue;
    }
    const hash = createHash('sha256');
    let size = 0;
    let piece = 0;
    for await (const bytes of content) {
      hash.update(bytes);
      size += bytes.length;
      piece += 1;
      yield* put(names.file(key, piece), bytes);
    }
    if (piece === 0) yield* put(names.file(key, 1), Buffer.alloc(0));
    sums.count += 1;
    sums.bytes += size;
    lines.update(`${key} ${size} ${hash.digest('hex')}\n`);
    on_progress?.('files', sums.count, files.count);
  }
  sums.sha256 = lines.digest('hex');
}

/** Returns the file's content; undefined if the file does not exist because it was deleted after the snapshot, or was lost earlier. */
async function openFile(store: FileStore, key: string): Promise<AsyncIterable<Buffer> | undefined> {
  try {
    const stream = (await store.getStream(key)) as AsyncIterable<Buffer>;
    const pieces = stream[Symbol.asyncIterator]();
    const first = await pieces.next();
    return (async function* () {
      for (let { value, done } = first; !done; { value, done } = await pieces.next()) yield value;
    })();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const { cause, name } = error as { cause?: { name?: string }; name?: string };
  return (
    codeOf(error) === 'ENOENT' || codeOf(cause) === 'ENOENT' || [name, cause?.name].includes('NoSuchKey')
  );
}

function jsonOf(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
}

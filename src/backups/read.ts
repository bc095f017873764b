import { createHash, type Hash } from 'node:crypto';
import { constants, createZstdDecompress } from 'node:zlib';
import type { z } from 'zod';
import { readKeyText } from '../platform/config/rules.ts';
import { codeOf } from '../platform/errors.ts';
import { version } from '../platform/version.ts';
import { cutOff, openBytes, through } from './bytes.ts';
import { BackupError, damaged, MisfitError } from './error.ts';
import { type About, aboutSchema, type Manifest, manifestSchema, names, readName } from './manifest.ts';
import { isSealed, sealedLineBytes, unseal } from './seal.ts';
import { readTar, type TarMember } from './tar.ts';

/** Receives the content while a backup is read. Each stream must be read to its end. */
export type Reader = {
  about?(about: About, is_encrypted: boolean): Promise<void>;
  secret_keys?(keys: Buffer[]): Promise<void>;
  /** The rows of a table as PostgreSQL's COPY writes them; called once for each table, in the order of `about`. */
  table(name: string, content: AsyncIterable<Buffer>): Promise<number>;
  file(key: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** Called when everything is there and undamaged. */
  end?(manifest: Manifest): Promise<void>;
};

/** The largest JSON file in a backup: the names of 100,000 tables. */
const mostJsonBytes = 64 << 20;

/**
 * Reads a backup from beginning to end. Throws BackupError unless it is whole, undamaged and of a form that this version knows. After a
 * MisfitError of `reader`, the rest is only read to find out whether damage is the reason.
 */
export async function readBackup(
  source: AsyncIterable<Buffer>,
  passphrase: string | null,
  reader: Reader,
): Promise<void> {
  const bytes = openBytes(source);
  const start = await bytes.takeUpTo(sealedLineBytes);
  const whole = (async function* () {
    yield start;
    while (!(await bytes.isAtEnd())) yield await bytes.takeSome(1 << 20);
  })();
  const is_encrypted = isSealed(start);
  if (!is_encrypted && start.subarray(0, 4).compare(zstdMagic) !== 0)
    throw new BackupError(
      'This is not a backup of Postrider, or its first bytes are damaged. Backups are written by postrider backup; exports of newsletters are read by postrider import.',
    );
  if (is_encrypted && passphrase === null)
    throw new BackupError(
      'The backup is encrypted. Set BACKUP_PASSPHRASE, or name a file with the passphrase: --passphrase-file FILE',
    );
  const packed = is_encrypted ? unseal(whole, passphrase!) : whole;
  const progress: Progress = { part: names.about };
  await readArchive(readTar(unpack(packed, progress)), is_encrypted, reader, progress);
}

/** The part that is being read, and the first misfit so far. */
type Progress = { part: string; misfit?: { part: string; error: MisfitError } };

const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

async function* unpack(packed: AsyncIterable<Buffer>, progress: Progress): AsyncGenerator<Buffer> {
  const unpacker = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } });
  try {
    yield* through(packed, unpacker);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ZSTD_error_checksum_wrong')
      throw damaged(
        progress.misfit
          ? `${progress.misfit.part} was changed`
          : 'its content does not match the checksum at its end',
      );
    if (code?.startsWith('ZSTD_error') || code === 'ERR_STREAM_PREMATURE_CLOSE')
      throw damaged(`it cannot be decompressed, at ${progress.part} or soon after it`);
    if (codeOf(error) === 'Z_BUF_ERROR') throw cutOff();
    throw error;
  }
}

async function readArchive(
  members: AsyncGenerator<TarMember>,
  is_encrypted: boolean,
  reader: Reader,
  progress: Progress,
): Promise<void> {
  const cursor = openCursor(members);
  /** Reads a part; returns undefined from the first misfit on. */
  const tell = async <T>(part: string, work: () => Promise<T> | undefined): Promise<T | undefined> => {
    progress.part = part;
    if (progress.misfit) return undefined;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof MisfitError)) throw error;
      progress.misfit = { part, error };
      return undefined;
    }
  };
  const written = await readJson(await cursor.demand(names.about));
  const newer = explainNewerForm(written);
  if (newer) {
    progress.misfit = { part: names.about, error: newer };
    for await (const _ of members);
    throw newer;
  }
  const about = parse(aboutSchema, written, names.about);
  await tell(names.about, () => reader.about?.(about, is_encrypted));
  if (about.has_secret_key) {
    const keys = await readKeys(await cursor.demand(names.secret_key));
    await tell(names.secret_key, () => reader.secret_keys?.(keys));
  }
  const tables: TableSums[] = [];
  for (const { name } of about.tables) {
    const sums = openSums();
    const content = sums.pass(cursor.pieces('tables', name));
    const rows = await tell(`the table ${name}`, () => reader.table(name, keptOpen(content)));
    for await (const _ of content);
    tables.push({ name, rows, ...sums.end() });
  }
  const files: Omit<Manifest['files'], 'missing' | 'missing_count'> = { count: 0, bytes: 0, sha256: '' };
  const lines = createHash('sha256');
  for (let key = await cursor.nextKey('files'); key !== undefined; key = await cursor.nextKey('files')) {
    const sums = openSums();
    const content = sums.pass(cursor.pieces('files', key));
    await tell(`the file ${key}`, () => reader.file(key, keptOpen(content)));
    for await (const _ of content);
    const { bytes, sha256 } = sums.end();
    files.count += 1;
    files.bytes += bytes;
    lines.update(`${key} ${bytes} ${sha256}\n`);
  }
  files.sha256 = lines.digest('hex');
  const manifest = parse(manifestSchema, await readJson(await cursor.demand(names.manifest)), names.manifest);
  compare(manifest, tables, files);
  await cursor.demandEnd();
  if (progress.misfit) throw progress.misfit.error;
  await reader.end?.(manifest);
}

/** The same content for a reader that may stop halfway: the rest can still be read afterwards. */
function keptOpen(content: AsyncGenerator<Buffer>): AsyncIterable<Buffer> {
  return { [Symbol.asyncIterator]: () => ({ next: () => content.next() }) };
}

/** The size of a table that was read; without `rows` if nobody counted them. */
type TableSums = { name: string; rows: number | undefined; bytes: number; sha256: string };

function compare(
  manifest: Manifest,
  tables: TableSums[],
  files: Pick<Manifest['files'], 'count' | 'bytes' | 'sha256'>,
): void {
  for (const [at, found] of tables.entries()) {
    const listed = manifest.tables[at];
    if (JSON.stringify(listed) !== JSON.stringify({ ...found, rows: found.rows ?? listed?.rows }))
      throw damaged(`the table ${found.name} does not match its checksum`);
  }
  const { count, bytes, sha256 } = manifest.files;
  if (
    manifest.tables.length !== tables.length ||
    JSON.stringify({ count, bytes, sha256 }) !== JSON.stringify(files)
  )
    throw damaged('its files do not match their checksum');
}

/** Walks through the archive; pieces of one table or file become one content. */
function openCursor(members: AsyncGenerator<TarMember>) {
  let waiting: TarMember | null | undefined;
  const peek = async (): Promise<TarMember | null> => {
    if (waiting === undefined) {
      const { value, done } = await members.next();
      waiting = done ? null : value;
    }
    return waiting;
  };
  const take = () => {
    waiting = undefined;
  };
  const nextPiece = async (is: 'tables' | 'files') => {
    const member = await peek();
    const read = member && readName(member.name);
    return member && read && 'key' in read && read.is === is ? { member, ...read } : undefined;
  };
  return {
    async demand(name: string): Promise<TarMember> {
      const member = await peek();
      if (member?.name !== name)
        throw damaged(
          `${member ? `${member.name.slice(0, 100)} stands` : 'it ends'} where ${name} should be`,
        );
      take();
      return member;
    },
    async nextKey(is: 'tables' | 'files'): Promise<string | undefined> {
      return (await nextPiece(is))?.key;
    },
    /** The content of all pieces of this table or file that follow now. */
    async *pieces(is: 'tables' | 'files', key: string): AsyncGenerator<Buffer> {
      for (let number = 1; ; number += 1) {
        const next = await nextPiece(is);
        if (next?.key !== key) return;
        if (next.piece !== number) throw damaged(`piece ${number} of ${is}/${key} is missing`);
        take();
        yield* next.member.content;
      }
    },
    async demandEnd(): Promise<void> {
      const member = await peek();
      if (member) throw damaged(`${member.name.slice(0, 100)} follows after its end`);
    },
  };
}

function openSums() {
  const hash: Hash = createHash('sha256');
  let bytes = 0;
  return {
    async *pass(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const part of content) {
        hash.update(part);
        bytes += part.length;
        yield part;
      }
    },
    end: () => ({ bytes, sha256: hash.digest('hex') }),
  };
}

async function readJson({ name, size, content }: TarMember): Promise<unknown> {
  if (size > mostJsonBytes) throw damaged(`${name} is too large`);
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  try {
    return JSON.parse(Buffer.concat(parts).toString());
  } catch {
    throw damaged(`${name} is not JSON`);
  }
}

function explainNewerForm(value: unknown): MisfitError | undefined {
  const { format, version: writer } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (typeof format !== 'number' || format <= 1) return undefined;
  return new MisfitError(
    `The backup was made by Postrider ${String(writer).slice(0, 100)}, in a format that Postrider ${version} does not know. Use that version or a newer one.`,
  );
}

function parse<T>(schema: z.ZodType<T>, value: unknown, name: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path } = parsed.error.issues[0]!;
  throw damaged(`${name} was changed, at ${path.join('.') || 'its beginning'}`);
}

async function readKeys({ size, content }: TarMember): Promise<Buffer[]> {
  if (size > 100_000) throw damaged('secret.key is too large');
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  const keys = Buffer.concat(parts).toString().trim().split('\n').map(readKeyText);
  if (keys.some(key => key === null)) throw damaged('secret.key contains no keys');
  return keys.filter(key => key !== null);
}

/** Counts the rows in the output of COPY: one a line, because line breaks in values are escaped. */
export async function countRows(content: AsyncIterable<Buffer>): Promise<number> {
  let rows = 0;
  for await (const part of content)
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) rows += 1;
  return rows;
}

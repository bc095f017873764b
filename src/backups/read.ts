import { createHash, type Hash } from 'node:crypto';
import { constants, createZstdDecompress } from 'node:zlib';
import type { z } from 'zod';
import { codeOf } from '../platform/errors.ts';
import { readKeyText } from '../platform/secrets/vault.ts';
import { version } from '../platform/version.ts';
import { cutOff, openBytes, through } from './bytes.ts';
import { BackupError } from './error.ts';
import { type About, aboutSchema, type Manifest, manifestSchema, names, readName } from './manifest.ts';
import { sealedLine, unseal } from './seal.ts';
import { readTar, type TarMember } from './tar.ts';

/** What happens with the content while a backup is read. Each stream has to be read to its end. */
export type Reader = {
  about?(about: About, is_encrypted: boolean): Promise<void>;
  secret_keys?(keys: Buffer[]): Promise<void>;
  /** The rows of a table as PostgreSQL's COPY writes them; called once for each table, in the order of `about`. */
  table(name: string, content: AsyncIterable<Buffer>): Promise<number>;
  file(key: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** Everything is there and as it was written. */
  end?(manifest: Manifest): Promise<void>;
};

/** The largest JSON file in a backup: the names of 100,000 tables. */
const mostJsonBytes = 64 << 20;

/** Reads a backup from beginning to end. Throws BackupError unless it is whole, undamaged and of a form that this version knows. */
export async function readBackup(
  source: AsyncIterable<Buffer>,
  passphrase: string | null,
  reader: Reader,
): Promise<void> {
  const bytes = openBytes(source);
  const start = await bytes.takeUpTo(sealedLine.length);
  const whole = (async function* () {
    yield start;
    while (!(await bytes.isAtEnd())) yield await bytes.takeSome(1 << 20);
  })();
  const is_encrypted = start.equals(sealedLine);
  if (!is_encrypted && start.subarray(0, 4).compare(zstdMagic) !== 0)
    throw new BackupError(
      'This is not a backup of Postrider. Backups are written by postrider backup; exports of newsletters are read by postrider import.',
    );
  if (is_encrypted && passphrase === null)
    throw new BackupError(
      'The backup is encrypted. Set BACKUP_PASSPHRASE, or name a file with the passphrase: --passphrase-file FILE',
    );
  const packed = is_encrypted ? unseal(whole, passphrase!) : whole;
  await readArchive(readTar(unpack(packed)), is_encrypted, reader);
}

const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

async function* unpack(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const unpacker = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } });
  try {
    yield* through(packed, unpacker);
  } catch (error) {
    if (codeOf(error)?.startsWith('ZSTD_error') || codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE')
      throw new BackupError(
        'The backup is damaged: a part of it cannot be decompressed. Use another copy of it, or another backup.',
      );
    if (codeOf(error) === 'Z_BUF_ERROR') throw cutOff();
    throw error;
  }
}

async function readArchive(
  members: AsyncGenerator<TarMember>,
  is_encrypted: boolean,
  reader: Reader,
): Promise<void> {
  const cursor = openCursor(members);
  const about = readAbout(await readJson(await cursor.demand(names.about)));
  await reader.about?.(about, is_encrypted);
  if (about.has_secret_key) {
    const keys = await readKeys(await cursor.demand(names.secret_key));
    await reader.secret_keys?.(keys);
  }
  const tables: Manifest['tables'] = [];
  for (const { name } of about.tables) {
    const sums = openSums();
    const rows = await reader.table(name, sums.pass(cursor.pieces('tables', name)));
    tables.push({ name, rows, ...sums.end() });
  }
  const files: Omit<Manifest['files'], 'missing' | 'missing_count'> = { count: 0, bytes: 0, sha256: '' };
  const lines = createHash('sha256');
  for (let key = await cursor.nextKey('files'); key !== undefined; key = await cursor.nextKey('files')) {
    const sums = openSums();
    await reader.file(key, sums.pass(cursor.pieces('files', key)));
    const { bytes, sha256 } = sums.end();
    files.count += 1;
    files.bytes += bytes;
    lines.update(`${key} ${bytes} ${sha256}\n`);
  }
  files.sha256 = lines.digest('hex');
  const manifest = parse(manifestSchema, await readJson(await cursor.demand(names.manifest)), names.manifest);
  compare(manifest, tables, files);
  await cursor.demandEnd();
  await reader.end?.(manifest);
}

function compare(
  manifest: Manifest,
  tables: Manifest['tables'],
  files: Pick<Manifest['files'], 'count' | 'bytes' | 'sha256'>,
): void {
  for (const [at, found] of tables.entries()) {
    const listed = manifest.tables[at];
    if (JSON.stringify(listed) !== JSON.stringify(found))
      throw new BackupError(
        `The backup is damaged: the table ${found.name} has ${found.rows} rows in ${found.bytes} bytes that do not match its checksum. Use another copy of it, or another backup.`,
      );
  }
  const { count, bytes, sha256 } = manifest.files;
  if (
    manifest.tables.length !== tables.length ||
    JSON.stringify({ count, bytes, sha256 }) !== JSON.stringify(files)
  )
    throw new BackupError(
      'The backup is damaged: its files do not match their checksum. Use another copy of it, or another backup.',
    );
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
        throw new BackupError(
          `The backup is damaged: ${member ? `${member.name.slice(0, 100)} stands` : 'it ends'} where ${name} should be.`,
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
        if (next.piece !== number)
          throw new BackupError(`The backup is damaged: piece ${number} of ${is}/${key} is missing.`);
        take();
        yield* next.member.content;
      }
    },
    async demandEnd(): Promise<void> {
      const member = await peek();
      if (member)
        throw new BackupError(`The backup is damaged: ${member.name.slice(0, 100)} follows after its end.`);
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
  if (size > mostJsonBytes) throw new BackupError(`The backup is damaged: ${name} is too large.`);
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  try {
    return JSON.parse(Buffer.concat(parts).toString());
  } catch {
    throw new BackupError(`The backup is damaged: ${name} is not JSON.`);
  }
}

function readAbout(value: unknown): About {
  const { format, version: writer } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (typeof format === 'number' && format > 1)
    throw new BackupError(
      `The backup was made by Postrider ${String(writer).slice(0, 100)}, in a form that Postrider ${version} does not know. Use that version or a newer one.`,
    );
  return parse(aboutSchema, value, names.about);
}

function parse<T>(schema: z.ZodType<T>, value: unknown, name: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new BackupError(`The backup is damaged: ${name}, ${path.join('.') || 'as a whole'}: ${message}`);
}

async function readKeys({ size, content }: TarMember): Promise<Buffer[]> {
  if (size > 100_000) throw new BackupError('The backup is damaged: secret.key is too large.');
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  const keys = Buffer.concat(parts).toString().trim().split('\n').map(readKeyText);
  if (keys.some(key => key === null))
    throw new BackupError('The backup is damaged: secret.key holds no keys.');
  return keys.filter(key => key !== null);
}

/** Counts the rows in the output of COPY: one a line, because line breaks in values are escaped. */
export async function countRows(content: AsyncIterable<Buffer>): Promise<number> {
  let rows = 0;
  for await (const part of content)
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) rows += 1;
  return rows;
}

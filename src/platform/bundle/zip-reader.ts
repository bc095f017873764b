import { once } from 'node:events';
import { crc32, createInflateRaw } from 'node:zlib';
import { sizeOf } from '../sentences/counted.ts';
import { sentence } from '../sentences/sentence.ts';
import type { Bytes } from '../storage/pieces.ts';

/** A file in a zip, as its directory describes it. */
export type ZipFile = {
  name: string;
  method: number;
  crc: number;
  packed: number;
  size: number;
  offset: number;
};

/** The file is not a zip that can be read and trusted; the message says why. */
export class ZipError extends Error {}

/** Returns the fault of one file of a zip. */
export function inFile(name: string, what: string): ZipError {
  return new ZipError(`${name.slice(0, 200)}: ${what}`);
}

const mostFiles = 200_000;
const mostDirectoryBytes = 100_000_000;
/** How many times larger than the zip its content may be. Deflate alone reaches a factor of 1032. */
const mostGrowth = 200;

/** The bytes that the content of even the smallest zip may have. */
const harmless = 100_000_000;

/**
 * Reads the directory of a zip. Returns its files in the order of the directory. Throws ZipError if the directory cannot be read, if files
 * share bytes or names, if a name leads out of the zip, if a file is encrypted or compressed in an unknown way, or if the content would be
 * too large. Callers that use no names can accept all of them with `any_names`.
 */
export async function readZip(bytes: Bytes, { any_names = false } = {}): Promise<ZipFile[]> {
  const { count, start, length } = await findDirectory(bytes);
  if (count > mostFiles) throw new ZipError(sentence('bundles.many_files', { count, most: mostFiles }));
  if (length > mostDirectoryBytes) throw new ZipError(sentence('bundles.directory_too_large'));
  const directory = await readAll(bytes, start, start + length);
  const files: ZipFile[] = [];
  let at = 0;
  for (let number = 0; number < count; number += 1) {
    const { file, next } = readHeader(directory, at);
    files.push(file);
    at = next;
  }
  if (!any_names) demandSafeNames(files);
  demandSane(files, bytes.size, start);
  return files.filter(({ name }) => !name.endsWith('/'));
}

/** Reads the content of a file. Throws ZipError if it is damaged, or longer or shorter than the directory says. */
export async function* readContent(bytes: Bytes, file: ZipFile): AsyncGenerator<Buffer> {
  const header = await readAll(bytes, file.offset, file.offset + 30);
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50)
    throw inFile(file.name, sentence('bundles.header_damaged'));
  const start = file.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = bytes.read(start, start + file.packed);
  let size = 0;
  let crc = 0;
  for await (const piece of file.method === 0 ? packed : inflate(packed, file.name)) {
    size += piece.length;
    if (size > file.size) throw inFile(file.name, sentence('bundles.larger_than_said'));
    crc = crc32(piece, crc);
    yield piece;
  }
  if (size < file.size) throw inFile(file.name, sentence('bundles.truncated'));
  if (crc !== file.crc) throw inFile(file.name, sentence('bundles.damaged'));
}

async function* inflate(packed: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  const unpacker = createInflateRaw();
  const feed = async () => {
    for await (const piece of packed) if (!unpacker.write(piece)) await once(unpacker, 'drain');
    unpacker.end();
  };
  feed().catch(error => unpacker.destroy(error));
  try {
    yield* unpacker;
  } catch (error) {
    if (error instanceof Error && 'errno' in error) throw inFile(name, sentence('bundles.not_decompressed'));
    throw error;
  } finally {
    unpacker.destroy();
  }
}

async function readAll(bytes: Bytes, start: number, end: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of bytes.read(start, Math.min(end, bytes.size))) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function findDirectory(bytes: Bytes): Promise<{ count: number; start: number; length: number }> {
  const from = Math.max(0, bytes.size - 22 - 0xffff);
  const tail = await readAll(bytes, from, bytes.size);
  const at = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (at < 0 || at + 22 > tail.length) throw new ZipError(sentence('bundles.no_zip'));
  const end = {
    count: tail.readUInt16LE(at + 10),
    length: tail.readUInt32LE(at + 12),
    start: tail.readUInt32LE(at + 16),
  };
  const found =
    at >= 20 && tail.readUInt32LE(at - 20) === 0x07064b50 ? await findLarge(bytes, tail, at) : end;
  if (found.start + found.length > bytes.size) throw new ZipError(sentence('bundles.directory_outside'));
  return found;
}

async function findLarge(bytes: Bytes, tail: Buffer, at: number) {
  const place = Number(tail.readBigUInt64LE(at - 12));
  const end = place <= bytes.size - 56 ? await readAll(bytes, place, place + 56) : Buffer.alloc(56);
  if (end.readUInt32LE(0) !== 0x06064b50) throw new ZipError(sentence('bundles.directory_missing'));
  return {
    count: Number(end.readBigUInt64LE(32)),
    length: Number(end.readBigUInt64LE(40)),
    start: Number(end.readBigUInt64LE(48)),
  };
}

function readHeader(directory: Buffer, at: number): { file: ZipFile; next: number } {
  if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50)
    throw new ZipError(sentence('bundles.directory_damaged'));
  const name_end = at + 46 + directory.readUInt16LE(at + 28);
  const extra_end = name_end + directory.readUInt16LE(at + 30);
  const next = extra_end + directory.readUInt16LE(at + 32);
  if (next > directory.length) throw new ZipError(sentence('bundles.directory_damaged'));
  const bits = directory.readUInt16LE(at + 8);
  const name = directory.subarray(at + 46, name_end).toString(bits & 0x800 ? 'utf8' : 'latin1');
  const method = directory.readUInt16LE(at + 10);
  if (bits & 1) throw inFile(name, sentence('bundles.encrypted'));
  if (method !== 0 && method !== 8) throw inFile(name, sentence('bundles.method', { method }));
  const large = readLarge(directory.subarray(name_end, extra_end));
  const whole = (number: number) => (number === 0xffff_ffff ? (large() ?? number) : number);
  const size = whole(directory.readUInt32LE(at + 24));
  const packed = whole(directory.readUInt32LE(at + 20));
  const offset = whole(directory.readUInt32LE(at + 42));
  return { file: { name, method, crc: directory.readUInt32LE(at + 16), packed, size, offset }, next };
}

/** Reads the numbers of the zip64 extra field in order. */
function readLarge(extra: Buffer): () => number | undefined {
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1) {
      const field = extra.subarray(at + 4, at + 4 + length);
      const numbers = Array.from({ length: Math.floor(field.length / 8) }, (_, number) =>
        Number(field.readBigUInt64LE(number * 8)),
      );
      return () => numbers.shift();
    }
    at += 4 + length;
  }
  return () => undefined;
}

function demandSafeNames(files: ZipFile[]): void {
  const names = new Set<string>();
  for (const { name } of files) {
    if (isElsewhere(name)) throw inFile(name, sentence('bundles.leads_out'));
    if (names.has(name)) throw inFile(name, sentence('bundles.twice'));
    names.add(name);
  }
}

function demandSane(files: ZipFile[], zip_size: number, directory: number): void {
  let total = 0;
  for (const { name, size, method, packed } of files) {
    if (method === 0 && size !== packed) throw inFile(name, sentence('bundles.sizes_contradict'));
    total += size;
  }
  if (total > Math.max(harmless, zip_size * mostGrowth))
    throw new ZipError(sentence('bundles.grows', { size: sizeOf(total), times: mostGrowth }));
  const inOrder = files.toSorted((one, other) => one.offset - other.offset);
  for (const [at, { name, offset, packed }] of inOrder.entries())
    if (offset + 30 + packed > (inOrder[at + 1]?.offset ?? directory))
      throw inFile(name, sentence('bundles.overlaps'));
}

function isElsewhere(name: string): boolean {
  return (
    name === '' ||
    /^([a-z]:|\/)/i.test(name) ||
    /[\\\p{Cc}]/u.test(name) ||
    name.split('/').some(part => part === '..' || part === '.')
  );
}

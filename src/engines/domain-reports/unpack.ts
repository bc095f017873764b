import { createGunzip } from 'node:zlib';
import { readContent, readZip, ZipError } from '../../platform/bundle/zip-reader.ts';
import { firstHeader } from '../bounces/headers.ts';
import { leavesOf, type Part, parseMessage } from '../bounces/mime.ts';

/** The most bytes that the documents of all attachments together may have when unpacked. */
export const largestUnpacked = 16 * 1024 * 1024;
const mostAttachments = 10;
const mostFilesOfZip = 10;

/** An unpacked document, in pieces. */
export type Document = AsyncIterable<Buffer>;

/** The document is too large, or cannot be unpacked. */
export class UnpackError extends Error {}

/**
 * Yields the documents in a message, in itself or as attachments: plain, gzipped, or in a zip. Their bytes decide what they are, because
 * senders label them in many ways; names of files count for nothing. A zip in a zip stays packed. Each document must be read before the
 * next one. Throws UnpackError.
 */
export async function* unpackDocuments(message: Uint8Array): AsyncGenerator<Document> {
  const budget = { left: largestUnpacked };
  const attachments = leavesOf(parseMessage(message))
    .map(decodeBody)
    .filter(isPackedOrPlain)
    .slice(0, mostAttachments);
  for (const bytes of attachments) {
    if (isZip(bytes)) yield* unpackZip(bytes, budget);
    else yield spend(isGzip(bytes) ? gunzip(bytes) : oneOf(bytes), budget);
  }
}

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isZip = (bytes: Buffer) => bytes.length > 22 && bytes.readUInt32LE(0) === 0x04034b50;

function isPackedOrPlain(bytes: Buffer): boolean {
  if (isGzip(bytes) || isZip(bytes)) return true;
  // This recognises UTF-16, too, in which every other byte is zero.
  const start = bytes
    .subarray(0, 200)
    .toString('latin1')
    .replace(/[\0\xef\xbb\xbf\xff\xfe\s]+/g, '');
  return /^(?:<\?xml|<(?:\w{1,40}:)?feedback|\{)/i.test(start);
}

function decodeBody({ headers, body }: Part): Buffer {
  const encoding = firstHeader(headers, 'content-transfer-encoding').toLowerCase();
  if (encoding.startsWith('base64')) return Buffer.from(body, 'base64');
  if (!encoding.startsWith('quoted-printable')) return Buffer.from(body, 'latin1');
  const joined = body.replace(/=[ \t]{0,20}\n/g, '');
  const text = joined.replace(/=([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, 'latin1');
}

async function* unpackZip(bytes: Buffer, budget: { left: number }): AsyncGenerator<Document> {
  const zip = { size: bytes.length, read: (start: number, end: number) => oneOf(bytes.subarray(start, end)) };
  try {
    const files = await readZip(zip, { any_names: true });
    for (const file of files.slice(0, mostFilesOfZip)) yield spend(readContent(zip, file), budget);
  } catch (error) {
    throw error instanceof ZipError ? new UnpackError(error.message) : error;
  }
}

async function* oneOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function* gunzip(bytes: Buffer): AsyncGenerator<Buffer> {
  const unpacker = createGunzip();
  unpacker.end(bytes);
  try {
    yield* unpacker as AsyncIterable<Buffer>;
  } catch (error) {
    if (error instanceof Error && 'errno' in error) throw new UnpackError('the gzip file is damaged');
    throw error;
  } finally {
    unpacker.destroy();
  }
}

async function* spend(pieces: AsyncIterable<Buffer>, budget: { left: number }): AsyncGenerator<Buffer> {
  try {
    for await (const piece of pieces) {
      budget.left -= piece.length;
      if (budget.left < 0) throw new UnpackError(`more than ${largestUnpacked} bytes unpacked`);
      yield piece;
    }
  } catch (error) {
    throw error instanceof ZipError ? new UnpackError(error.message) : error;
  }
}

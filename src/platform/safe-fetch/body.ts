import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { limitOf } from '../sentences/counted.ts';
import { sentence } from '../sentences/sentence.ts';
import { FetchFailure } from './reasons.ts';

/** The encodings that readBody understands, for Accept-Encoding. */
export const acceptedEncodings = 'gzip, deflate, br';

const decoders = new Map<string, (first: Buffer) => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  // The body should be in zlib format (RFC 9110 §8.4.1.2), but some servers send it raw.
  ['deflate', first => ((first[0]! & 0x0f) === 8 ? createInflate() : createInflateRaw())],
]);

/**
 * Reads the whole body, decompressed. Throws FetchFailure if it is larger than `limit` bytes, before or after decompression; the stream is
 * destroyed as soon as that shows.
 */
export async function readBody(body: Readable, encoding: string | undefined, limit: number): Promise<Buffer> {
  const coding = (encoding ?? '').trim().toLowerCase();
  const source = bounded(body, limit);
  if (coding === '' || coding === 'identity') return collect(source);
  const { value: first, done } = await source.next();
  if (done) return Buffer.alloc(0);
  const decoder = decoders.get(coding);
  if (!decoder) {
    await source.return(undefined);
    throw new FetchFailure(sentence('network.encoding_unasked', { coding }));
  }
  const compressed = Readable.from(prepended(first, source));
  // Errors surface from the last stream, which collect() reads.
  return collect(
    bounded(
      pipeline(compressed, decoder(first), () => {}),
      limit,
    ),
  );
}

/** Reads the first bytes of the stream, at most `limit`, and does not wait for more. There are fewer if the stream breaks before. */
export async function readStart(body: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= limit) break;
    }
  } catch {
    // The bytes that arrived before the error are kept.
  }
  return Buffer.concat(chunks).subarray(0, limit);
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* bounded(source: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer, undefined> {
  let length = 0;
  for await (const chunk of source) {
    length += chunk.length;
    if (length > limit)
      throw new FetchFailure(sentence('network.response_too_large', { limit: limitOf(limit) }));
    if (chunk.length > 0) yield chunk;
  }
}

async function* prepended(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

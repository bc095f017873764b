import type { Readable } from 'node:stream';

const kept = 1024 * 1024;

/**
 * The first MiB of a message: what a report says, and the header of the message that it returns. The rest is read and let
 * go. Null when the message is larger than `largest`; then it is read to its end as well.
 */
export async function readStart(stream: Readable, largest: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (size < kept) chunks.push(chunk.subarray(0, kept - size));
    size += chunk.length;
  }
  return size > largest ? null : Buffer.concat(chunks);
}

import type { Readable } from 'node:stream';

/** How many bytes of a message are read. */
export const keptBytes = 1024 * 1024;
/** The largest possible bounce: a message with our largest attachments, returned in full. */
export const largestMessage = 50 * 1024 * 1024;

/**
 * Reads the first MiB of a message, which contains a report's content and the header of the returned message, and discards the rest.
 * Returns null if the message is larger than `largest`; even then, it is read to its end.
 */
export async function readStart(stream: Readable, largest = largestMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (size < keptBytes) chunks.push(chunk.subarray(0, keptBytes - size));
    size += chunk.length;
  }
  return size > largest ? null : Buffer.concat(chunks);
}

import { createHash } from 'node:crypto';
import type { FileStore } from '../file-store.ts';
import type { Bytes } from './zip-reader.ts';

/** Large files are stored in pieces of this size, so that they can be read from any position and no store's limit applies. */
const pieceSize = 8 << 20;

/** Writes a file of any size into a folder of the file store, with one piece in memory. */
export function writePieces(store: FileStore, folder: string) {
  let waiting: Buffer[] = [];
  let waitingSize = 0;
  let pieces = 0;
  let size = 0;
  const hash = createHash('sha256');
  const flush = async (length: number) => {
    const all = Buffer.concat(waiting);
    await store.put(nameOf(folder, pieces), all.subarray(0, length));
    pieces += 1;
    waiting = [all.subarray(length)];
    waitingSize = all.length - length;
  };
  return {
    async write(bytes: Uint8Array): Promise<void> {
      waiting.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
      waitingSize += bytes.length;
      size += bytes.length;
      hash.update(bytes);
      while (waitingSize >= pieceSize) await flush(pieceSize);
    },
    /** Writes the rest. Returns the size and the SHA-256 of the whole. */
    async end(): Promise<{ size: number; sha256: string }> {
      if (waitingSize > 0) await flush(waitingSize);
      return { size, sha256: hash.digest('hex') };
    },
    size: () => size,
  };
}

/** The bytes of a file of this size that is stored in the folder. */
export function openPieces(store: FileStore, folder: string, size: number): Bytes {
  let last: { number: number; bytes: Buffer } | undefined;
  const load = async (number: number) => {
    if (last?.number !== number)
      last = { number, bytes: Buffer.from(await store.getBytes(nameOf(folder, number))) };
    return last.bytes;
  };
  return {
    size,
    async *read(start, end) {
      for (let at = start; at < Math.min(end, size); ) {
        const number = Math.floor(at / pieceSize);
        const piece = (await load(number)).subarray(at - number * pieceSize, end - number * pieceSize);
        if (piece.length === 0)
          throw new Error(`${nameOf(folder, number)} is shorter than it was when it was written`);
        yield piece;
        at += piece.length;
      }
    },
  };
}

/** Deletes all pieces in the folder, if there are any. */
export async function deletePieces(store: FileStore, folder: string): Promise<void> {
  await store.deleteAll(folder);
}

function nameOf(folder: string, number: number): string {
  return `${folder}/${number}`;
}

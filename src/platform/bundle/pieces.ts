import { createHash } from 'node:crypto';
import type { FileStore } from '../file-store.ts';
import type { Bytes } from './zip-reader.ts';

/** Large files are stored in pieces of this size, so that they can be read from any position and no store's limit applies. */
const pieceSize = 8 << 20;

/** What is read from a piece at once: readers may hold several times as much while they work on it. */
const readSize = 64 << 10;

/** Writes a file of any size into a folder of the file store, with one piece in memory. */
export function writePieces(store: FileStore, folder: string) {
  let piece: Buffer | undefined;
  let filled = 0;
  let pieces = 0;
  let size = 0;
  const hash = createHash('sha256');
  const flush = async (bytes: Buffer) => {
    await store.put(nameOf(folder, pieces), bytes.subarray(0, filled));
    pieces += 1;
    filled = 0;
  };
  return {
    async write(bytes: Uint8Array): Promise<void> {
      size += bytes.length;
      hash.update(bytes);
      for (let at = 0; at < bytes.length; ) {
        piece ??= Buffer.allocUnsafe(pieceSize);
        const part = bytes.subarray(at, at + pieceSize - filled);
        piece.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled === pieceSize) await flush(piece);
      }
    },
    /** Writes the rest. Returns the size and the SHA-256 of the whole. */
    async end(): Promise<{ size: number; sha256: string }> {
      if (piece && filled > 0) await flush(piece);
      return { size, sha256: hash.digest('hex') };
    },
    size: () => size,
  };
}

/** The bytes of a file of this size that is stored in the folder. */
export function openPieces(store: FileStore, folder: string, size: number): Bytes {
  let last: { number: number; bytes: Buffer } | undefined;
  const load = async (number: number) => {
    if (last?.number === number) return last.bytes;
    last = undefined; // so that only one is in memory
    const { buffer, byteOffset, length } = await store.getBytes(nameOf(folder, number));
    last = { number, bytes: Buffer.from(buffer, byteOffset, length) };
    return last.bytes;
  };
  return {
    size,
    async *read(start, end) {
      const limit = Math.min(end, size);
      for (let at = start; at < limit; ) {
        const number = Math.floor(at / pieceSize);
        const bytes = await load(number);
        for (const stop = Math.min(limit, (number + 1) * pieceSize); at < stop; ) {
          const from = at - number * pieceSize;
          const part = bytes.subarray(from, Math.min(from + readSize, stop - number * pieceSize));
          if (part.length === 0)
            throw new Error(`${nameOf(folder, number)} is shorter than it was when it was written`);
          yield part;
          at += part.length;
        }
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

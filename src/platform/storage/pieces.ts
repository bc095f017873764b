import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FileStore } from './file-store.ts';

/** Bytes that can be read from any position, such as a stored file. */
export type Bytes = { size: number; read(start: number, end: number): AsyncIterable<Buffer> };

/** Large files are stored in pieces of this size, so that they can be read from any position and no store's limit applies. */
export const pieceSize = 8 << 20;

/** Small buffers are collected until they have this many bytes. */
const collectAfter = 2 << 20;

/** Writes a file of any size into a folder of the file store, with one piece in memory. */
export function writePieces(store: FileStore, folder: string) {
  let piece: Buffer<ArrayBuffer> | undefined;
  let filled = 0;
  let pieces = 0;
  let size = 0;
  const hash = createHash('sha256');
  const passed = openPassage();
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
      passed(bytes.length);
    },
    /** Writes the rest. Returns the size and the SHA-256 of the whole. */
    async end(): Promise<{ size: number; sha256: string }> {
      if (piece && filled > 0) await flush(piece);
      piece?.buffer.transfer(0); // frees it now, not when V8 next collects old objects
      piece = undefined;
      return { size, sha256: hash.digest('hex') };
    },
    size: () => size,
  };
}

/** Opens the bytes of a file of this size that is stored in the folder. They pass in small parts, however large the pieces are. */
export function openPieces(store: FileStore, folder: string, size: number): Bytes {
  return {
    size,
    async *read(start, end) {
      const limit = Math.min(end, size);
      const passed = openPassage();
      for (let at = start; at < limit; ) {
        const number = Math.floor(at / pieceSize);
        const stop = Math.min(limit, (number + 1) * pieceSize);
        const name = nameOf(folder, number);
        const first = number * pieceSize;
        for await (const part of await store.getRange(name, at - first, stop - first)) {
          yield part as Buffer;
          at += (part as Buffer).length;
          passed((part as Buffer).length);
        }
        if (at < stop) throw new Error(`${name} is shorter than it was when it was written`);
      }
    },
  };
}

/** Returns a function to be called with the size of each buffer that has passed. */
function openPassage(): (bytes: number) => void {
  let passed = 0;
  return bytes => {
    passed += bytes;
    if (passed < collectAfter) return;
    passed = 0;
    collectBuffers();
  };
}

/** Deletes all pieces in the folder, if there are any. */
export async function deletePieces(store: FileStore, folder: string): Promise<void> {
  await store.deleteAll(folder);
}

function nameOf(folder: string, number: number): string {
  return `${folder}/${number}`;
}

let minor: (() => void) | undefined;

/**
 * Frees buffers that nobody uses any more, in a millisecond or two. They lie outside of V8's heap, and V8 lets a hundred megabytes of them
 * pile up while bytes only pass through and little else is allocated. Call it once every few megabytes.
 */
function collectBuffers(): void {
  minor ??= openMinor();
  minor();
}

function openMinor(): () => void {
  setFlagsFromString('--expose-gc');
  const gc: (options: { type: 'minor' }) => void = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return () => gc({ type: 'minor' });
}

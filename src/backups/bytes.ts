import type { Transform } from 'node:stream';
import { sentence } from '../platform/sentences/sentence.ts';
import { BackupError, damaged } from './error.ts';

/** A stream of bytes that is read in portions of the reader's choice. */
export type Bytes = {
  /** Exactly `length` bytes. Throws BackupError if there are fewer. */
  take(length: number): Promise<Buffer>;
  /** Returns bytes that have already been read, at least one and at most `most`. Throws BackupError at the end. */
  takeSome(most: number): Promise<Buffer>;
  /** This many bytes, or fewer at the end. */
  takeUpTo(length: number): Promise<Buffer>;
  isAtEnd(): Promise<boolean>;
};

export function openBytes(source: AsyncIterable<Buffer>): Bytes {
  const pieces = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  /** Waits for at least one byte; false at the end. */
  const fill = async (): Promise<boolean> => {
    while (rest.length === 0) {
      const { value, done } = await pieces.next();
      if (done) return false;
      rest = value;
    }
    return true;
  };
  const cut = (length: number): Buffer => {
    const part = rest.subarray(0, length);
    rest = rest.subarray(length);
    return part;
  };
  const takeUpTo = async (length: number): Promise<Buffer> => {
    const parts: Buffer[] = [];
    let missing = length;
    while (missing > 0 && (await fill())) {
      const part = cut(missing);
      parts.push(part);
      missing -= part.length;
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  };
  return {
    takeUpTo,
    async take(length) {
      const taken = await takeUpTo(length);
      if (taken.length < length) throw cutOff();
      return taken;
    },
    async takeSome(most) {
      if (!(await fill())) throw cutOff();
      return cut(most);
    },
    isAtEnd: async () => !(await fill()),
  };
}

export function cutOff(): BackupError {
  return new BackupError(sentence('backups.cut_off'));
}

/**
 * Yields the content as a transform of node:zlib returns it. Throws the errors of the content and of the transform, and BackupError if the
 * transform ends before the content does.
 */
export async function* through(
  content: AsyncIterable<Buffer>,
  transform: Transform & { bytesWritten: number },
): AsyncGenerator<Buffer> {
  let fed = 0;
  let is_all_fed = false;
  let release = () => {};
  const feed = async () => {
    for await (const part of content) {
      fed += part.length;
      // Waits until the part is taken: node:zlib writes a second, empty frame of zstd if the end is announced before.
      await new Promise<void>(resolve => {
        release = resolve;
        transform.write(part, () => resolve());
      });
      if (transform.destroyed) return;
    }
    is_all_fed = true;
    transform.end();
  };
  feed().catch(error => transform.destroy(error));
  try {
    for await (const part of transform) yield part;
    // The transform ignores data after its end.
    if (!is_all_fed || transform.bytesWritten < fed) throw damaged('there is data after its end');
  } finally {
    transform.destroy();
    release();
  }
}

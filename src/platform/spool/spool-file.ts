import { type FileHandle, open, unlink, utimes } from 'node:fs/promises';
import { codeOf } from '../errors.ts';

/** A file of records. Those before `begin` have been dealt with. */
export type SpoolFile = {
  readonly path: string;
  begin: number;
  readonly end: number;
  /** Adds all of these bytes or throws. The next call overwrites whatever a failed call wrote. */
  append(bytes: Buffer): Promise<void>;
  /** Reads at most this many bytes, from `begin` on. */
  read(most: number): Promise<Buffer>;
  /** Starts again from the beginning of the file. */
  empty(): Promise<void>;
  sync(): Promise<void>;
  /** Shows other processes that this one is alive. Returns false if one of them took the file over. */
  touch(now?: number): Promise<boolean>;
  close(): Promise<void>;
  delete(): Promise<void>;
};

/** The shortest time between two touches, because other processes need not know it more often. */
const touchMilliseconds = 1000;

export async function createSpoolFile(path: string): Promise<SpoolFile> {
  return spoolFile(path, await open(path, 'wx+', 0o600), { size: 0, touched: Date.now() });
}

/** Opens a file that another process left behind. */
export async function openSpoolFile(path: string): Promise<SpoolFile> {
  const handle = await open(path, 'r+');
  return spoolFile(path, handle, { size: (await handle.stat()).size, touched: 0 });
}

function spoolFile(
  path: string,
  handle: FileHandle,
  { size, touched }: { size: number; touched: number },
): SpoolFile {
  let end = size;
  const file: SpoolFile = {
    path,
    begin: 0,
    get end() {
      return end;
    },
    async append(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, end + at);
        at += bytesWritten;
      }
      end += bytes.length;
      touched = Date.now(); // a write touches the file, too
    },
    async read(most) {
      const bytes = Buffer.allocUnsafe(Math.min(most, end - file.begin));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, file.begin);
      return bytes.subarray(0, bytesRead);
    },
    async empty() {
      await handle.truncate(0);
      file.begin = end = 0;
    },
    sync: () => handle.datasync(),
    async touch(now = Date.now()) {
      if (now - touched < touchMilliseconds) return true;
      try {
        await utimes(path, now / 1000, now / 1000);
        touched = now;
        return true;
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false;
        throw error;
      }
    },
    close: () => handle.close(),
    async delete() {
      await handle.close();
      await unlink(path).catch(() => {}); // another process took it over and has deleted it
    },
  };
  return file;
}

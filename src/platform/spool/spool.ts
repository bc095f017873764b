import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { codeOf } from '../errors.ts';
import { isDiskFull, storageFull } from '../outage.ts';
import { createSpoolFile, openSpoolFile, type SpoolFile } from './spool-file.ts';

const newline = 0x0a;

/** Returns one line for each entry: a checksum and JSON. */
function writeRecords(entries: readonly unknown[]): Buffer {
  let text = '';
  for (const entry of entries) {
    const json = JSON.stringify(entry);
    text += `${crc32(json)} ${json}\n`;
  }
  return Buffer.from(text);
}

/**
 * Reads the entries at the beginning of these bytes, at most `limit`, and the length of their lines. A line that a crash cut off or damaged
 * is left out, and its bytes are counted in `skipped`. Bytes without any newline are all skipped.
 */
function readRecords<Entry>(
  bytes: Buffer,
  limit: number,
): { entries: Entry[]; length: number; skipped: number } {
  const entries: Entry[] = [];
  let length = 0;
  let skipped = 0;
  while (entries.length < limit) {
    const end = bytes.indexOf(newline, length);
    if (end === -1) break;
    const line = bytes.toString('utf8', length, end);
    const json = line.slice(line.indexOf(' ') + 1);
    if (line === `${crc32(json)} ${json}`) entries.push(JSON.parse(json));
    else skipped += end + 1 - length;
    length = end + 1;
  }
  if (length > 0) return { entries, length, skipped };
  return { entries, length: bytes.length, skipped: bytes.length };
}

/** Records that survive the end of the process, until they have been dealt with. Several processes may share the folder. */
export type Spool<Entry> = {
  /**
   * Adds records, and returns when a kill −9 of this process cannot lose them; a power failure loses at most the last 50 ms and the time
   * that the disk takes. Throws if the disk fails, or if the spool or the disk is full; then nothing was added.
   */
  add(entries: Entry[]): Promise<void>;
  /** Returns the oldest records, at most `limit`; they are the same until `remove`. `skipped` bytes were damaged. */
  read(limit: number): Promise<{ entries: Entry[]; skipped: number }>;
  /** Removes the records that `read` returned. */
  remove(): Promise<void>;
  /**
   * Takes over the records that dead processes left behind, and shows others that this process is alive. Call it about every second.
   * Returns whether there is anything to read.
   */
  tend(now?: number): Promise<boolean>;
  /** Leaves behind the records that are not removed; the `tend` of another process takes them over. */
  close(): Promise<void>;
};

/** The size after which a new file is started, so that a file is deleted soon although the spool is never empty. */
const fileBytes = 4 * 1024 * 1024;
const spoolBytes = 256 * 1024 * 1024;
const readBytes = 512 * 1024;
const syncMilliseconds = 50;
/** How long nobody may have touched a file before its process counts as dead. */
const abandonedMilliseconds = 10_000;

/** Opens a spool in this folder, which is created with the first record. `add`, `read` and `remove` each run one at a time. */
export function openSpool<Entry>(folder: string, { most_bytes = spoolBytes } = {}): Spool<Entry> {
  const files: SpoolFile[] = []; // the oldest first
  let active: SpoolFile | undefined;
  let read: { file: SpoolFile; to: number } | undefined;
  let syncing: Promise<void> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  return {
    add: entries =>
      alone(async () => {
        const bytes = writeRecords(entries);
        const size = files.reduce((sum, file) => sum + file.end, bytes.length);
        if (size > most_bytes || (size > fileBytes && isDiskFull(folder)))
          throw storageFull('The spool of records that wait for the database is full');
        if (!active || active.end > fileBytes || !(await active.touch())) {
          await mkdir(folder, { recursive: true, mode: 0o700 });
          active = await createSpoolFile(newPath());
          files.push(active);
        }
        await active.append(bytes);
        syncing ??= syncSoon(active);
      }),
    async read(limit) {
      const file = files.find(({ begin, end }) => begin < end);
      if (!file) return { entries: [], skipped: 0 };
      const bytes = await file.read(readBytes);
      const found = readRecords<Entry>(bytes, limit);
      read = { file, to: file.begin + found.length };
      return found;
    },
    remove: () =>
      alone(async () => {
        if (!read) return;
        const { file, to } = read;
        read = undefined;
        file.begin = to;
        if (to < file.end) return;
        if (file === active && file.end < fileBytes) return file.empty();
        await drop(file);
      }),
    tend: (now = Date.now()) =>
      alone(async () => {
        for (const file of files) if (!(await file.touch(now)) && file === active) active = undefined;
        for (const name of await spoolFilesIn(folder)) {
          const path = join(folder, name);
          if (files.some(file => file.path === path) || !(await isAbandoned(path, now))) continue;
          const own = newPath();
          // Only one of several processes succeeds.
          if (await rename(path, own).catch(() => 'taken')) continue;
          const file = await openSpoolFile(own);
          await file.touch(now);
          files.unshift(file);
        }
        await Promise.all(files.filter(file => file !== active && file.begin === file.end).map(drop));
        return files.some(({ begin, end }) => begin < end);
      }),
    async close() {
      await syncing;
      await alone(async () => {
        for (const file of [...files]) await (file.begin === file.end ? drop(file) : file.close());
      });
    },
  };

  function alone<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  async function syncSoon(file: SpoolFile): Promise<void> {
    await sleep(syncMilliseconds);
    syncing = undefined;
    // If the disk fails, the next `add` fails, too.
    if (file.begin < file.end) await file.sync().catch(() => {});
  }

  async function drop(file: SpoolFile): Promise<void> {
    files.splice(files.indexOf(file), 1);
    if (file === active) active = undefined;
    await file.delete();
  }

  function newPath(): string {
    return join(folder, `${randomUUID()}.spool`);
  }
}

async function spoolFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter(name => name.endsWith('.spool'));
}

async function isAbandoned(path: string, now: number): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < now - abandonedMilliseconds;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false; // its owner has deleted it
    throw error;
  }
}

import { type FileHandle, mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { removeAbandonedDrafts, syncToDisk, withDraft } from '../embedded/folders.ts';
import { sentence } from '../sentences/sentence.ts';
import { readBoot, readMachine } from './machine.ts';

/** A data folder's memory of an epoch. `database` is the database on which the epoch was opened. */
const memory = z.object({
  counter: z.number(),
  database: z.string(),
  /** Whether the memory was written before the database, when the epoch was opened. Then the database may lack the epoch. */
  is_begun: z.boolean().optional(),
});
export type Memory = z.output<typeof memory>;

/** Where a process keeps its memory: the numbers of the file and its folder, and the machine to which they belong. */
const whereabouts = z.object({
  file: z.string(),
  /** When the file was created, because numbers are used again; '0' if the file system does not keep that. */
  born: z.string(),
  folder: z.string(),
  device: z.string(),
  boot: z.string().nullable(),
  machine: z.string().nullable(),
});
type Whereabouts = z.output<typeof whereabouts>;

const content = z.object({ place: whereabouts, epochs: z.record(z.string(), memory) });
type Content = z.output<typeof content>;

/** The most databases that one data folder remembers; the oldest is forgotten. */
const mostEpochs = 20;

/** `missing`: there is no file. `moved`: it was copied from elsewhere, for the reason in `because`. */
export type Found =
  | { is: 'missing' }
  | { is: 'here'; epochs: Content['epochs'] }
  | { is: 'moved'; epochs: Content['epochs']; because: string };

export type Place = {
  path: string;
  /** Reads the file as it is now. */
  read(): Promise<Found>;
  /** Remembers the epoch. Once it returns, the memory survives a power failure. Throws if the folder cannot be written. */
  remember(epoch: string, memory: Memory): Promise<void>;
};

/**
 * Opens the part of the epoch that lives outside the database: the file `fence.json` in `data_dir`. It contains its own inode number and
 * time of birth, which no copy of it can have, however it is made.
 */
export function openPlace(data_dir: string): Place {
  const folder = resolve(data_dir);
  const path = join(folder, 'fence.json');
  const machine = Promise.all([readBoot(), readMachine()]);
  let writing: Promise<void> = Promise.resolve();
  let keepsBirths = true;
  return {
    path,
    read: () => read(path, locate),
    remember(epoch, memory) {
      const next = writing.then(async () => {
        await remember({ folder, path, locate }, epoch, memory);
        if ((await read(path, locate)).is !== 'moved') return;
        // This file system has no time of birth that survives renaming.
        keepsBirths = false;
        await remember({ folder, path, locate }, epoch, memory);
      });
      writing = next.catch(() => undefined);
      return next;
    },
  };

  async function locate(path: string): Promise<Whereabouts> {
    const [file, its_folder] = await Promise.all([path, folder].map(one => stat(one, { bigint: true })));
    const [boot, id] = await machine;
    return {
      file: String(file!.ino),
      born: keepsBirths ? String(file!.birthtimeNs) : '0',
      folder: String(its_folder!.ino),
      device: String(its_folder!.dev),
      boot,
      machine: id,
    };
  }
}

type Locate = (path: string) => Promise<Whereabouts>;

async function read(path: string, locate: Locate): Promise<Found> {
  const written = await readContent(path);
  if (!written) return { is: 'missing' };
  const { place, epochs } = written;
  const because = difference(place, await locate(path));
  return because === undefined ? { is: 'here', epochs } : { is: 'moved', epochs, because };
}

async function readContent(path: string): Promise<Content | undefined> {
  try {
    return content.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined; // a damaged file proves nothing either
  }
}

async function remember(
  { folder, path, locate }: { folder: string; path: string; locate: Locate },
  epoch: string,
  memory: Memory,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { [epoch]: _, ...others } = (await readContent(path))?.epochs ?? {};
  const kept = Object.entries(others).slice(1 - mostEpochs);
  const epochs = { ...Object.fromEntries(kept), [epoch]: memory };
  await withDraft(path, async draft => {
    const file = await open(draft, 'wx', 0o600);
    try {
      // Renaming keeps the number of the file, so the number can be written into the file before.
      await file.writeFile(JSON.stringify({ place: await locate(draft), epochs }));
      await giveToOwner(file, folder);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  });
  await syncToDisk(folder);
}

/** Removes the files left behind by a process that was killed while writing. */
export async function tidyPlace(data_dir: string): Promise<void> {
  // A folder that cannot be read is reported later, when it cannot be written.
  await removeAbandonedDrafts(resolve(data_dir)).catch(() => undefined);
}

/** Gives the file to the owner of the folder: a command that root runs must not take it away from the service. */
async function giveToOwner(file: FileHandle, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await file.chown(uid, gid);
}

/** Returns how the place differs from where the file was written, in words; undefined if it is the same. */
function difference(then: Whereabouts, now: Whereabouts): string | undefined {
  const isReborn = then.born !== '0' && now.born !== '0' && then.born !== now.born;
  if (then.file !== now.file || then.folder !== now.folder || isReborn) return sentence('holds.file_copied');
  if (then.machine !== null && now.machine !== null && then.machine !== now.machine)
    return sentence('holds.machine_changed');
  // Device numbers change at every boot.
  if (then.device !== now.device && then.boot !== null && then.boot === now.boot)
    return sentence('holds.disk_changed');
  return undefined;
}

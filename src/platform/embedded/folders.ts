import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../errors.ts';
import { isAlive } from '../life.ts';

const draftsOfThisProcess = new Set<string>();

/**
 * Builds a folder under a temporary name next to `path`, then renames it: afterwards `path` exists and is complete. If
 * another process was faster, its folder is kept and ours removed.
 */
export async function publishFolder(path: string, build: (draft: string) => Promise<void>): Promise<void> {
  await withDraft(path, async draft => {
    await mkdir(draft, { mode: 0o700 });
    await build(draft);
    try {
      await rename(draft, path);
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
    }
    await syncToDisk(dirname(path));
  });
}

/** Passes `use` a temporary name next to `path`, and removes whatever still has that name afterwards. */
export async function withDraft(path: string, use: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${path}.draft-${process.pid}-${randomBytes(4).toString('hex')}`;
  draftsOfThisProcess.add(draft);
  try {
    await use(draft);
  } finally {
    await rm(draft, { recursive: true, force: true });
    draftsOfThisProcess.delete(draft);
  }
}

/** Removes the drafts in `folder` whose process is dead. */
export async function removeAbandonedDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const owner = Number(/\.draft-(\d+)-[0-9a-f]{8}$/.exec(name)?.[1]);
    const draft = join(folder, name);
    if (!owner || draftsOfThisProcess.has(draft)) continue;
    // In a container, the process id of a dead process is soon reused, often by us.
    if (owner !== process.pid && isAlive(owner)) continue;
    // An initdb that outlived its process may still be writing here. Then a later start removes the rest.
    await rm(draft, { recursive: true, force: true }).catch(() => {});
  }
}

/** Flushes this file, or the names in this folder, so that they survive a power failure. */
export async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Whether every user of this machine can pass through this folder and all its parents. */
export async function isReachableByAll(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & 0o001) === 0) return false;
  return folder === dirname(folder) || (await isReachableByAll(dirname(folder)));
}

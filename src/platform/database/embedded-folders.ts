import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from './embedded-error.ts';

const draftsOfThisProcess = new Set<string>();

/**
 * Builds a folder under a temporary name beside `path`, then renames it: afterwards `path` is there and complete. When
 * another process was faster, its folder stays and ours goes. Drafts that a crash left are removed first.
 */
export async function publishFolder(path: string, build: (draft: string) => Promise<void>): Promise<void> {
  await removeAbandonedDrafts(path);
  const draft = `${path}.draft-${process.pid}-${randomBytes(4).toString('hex')}`;
  draftsOfThisProcess.add(draft);
  try {
    await mkdir(draft, { mode: 0o700 });
    await build(draft);
    await rename(draft, path);
    await syncToDisk(dirname(path));
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
    draftsOfThisProcess.delete(draft);
  }
}

/** Afterwards what was written to this file, or the names in this folder, survive a power cut. */
export async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Whether user 65534 can get at this folder: everybody may pass through it and all folders above. */
export async function isReachableByAll(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & 0o001) === 0) return false;
  return folder === dirname(folder) || (await isReachableByAll(dirname(folder)));
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

async function removeAbandonedDrafts(path: string): Promise<void> {
  for (const name of await readdir(dirname(path))) {
    const owner = name.startsWith(`${basename(path)}.draft-`) && Number(name.split('-').at(-2));
    if (owner && !isBeingBuilt(join(dirname(path), name), owner)) {
      // An initdb that outlived its killed owner may still write here; then the next start removes the rest.
      await rm(join(dirname(path), name), { recursive: true, force: true }).catch(() => {});
    }
  }
}

/** In a container the number of a dead process soon comes back, often as our own: then only our memory can tell. */
function isBeingBuilt(draft: string, owner: number): boolean {
  return owner === process.pid ? draftsOfThisProcess.has(draft) : isAlive(owner);
}

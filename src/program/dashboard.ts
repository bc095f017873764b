import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../platform/errors.ts';
import { inProgram } from '../platform/root.ts';
import { runBuild, stampOf } from './builds.ts';

const sources = ['web', 'src/client/client.ts', 'package-lock.json'];

/** The folder of the built web interface. */
export const dashboardFolder = inProgram('web/dist');

/** Whether there is a build to serve, perhaps of earlier sources. */
export function isDashboardBuilt(): boolean {
  return existsSync(join(dashboardFolder, 'index.html'));
}

/**
 * Builds `dashboardFolder` from the present sources and packages, if they have changed. A release without sources is left
 * as it is. Returns why building failed; the previous build then stays.
 */
export async function buildDashboard({ say }: { say: (line: string) => void }): Promise<string | undefined> {
  if (!existsSync(inProgram('web/src'))) return undefined;
  const stamp = stampOf(sources, /^web.dist/);
  if ((await readStamp(dashboardFolder)) === stamp) return undefined;
  say('Building the web interface (once) …');
  const fresh = `${dashboardFolder}-${process.pid}`;
  try {
    await mkdir(fresh); // a read-only disk fails here, before the work
    await runBuild('web/build.ts', fresh);
    await writeFile(join(fresh, 'stamp'), stamp);
    await putInPlace(fresh, dashboardFolder);
    return undefined;
  } catch (error) {
    return messageOf(error);
  } finally {
    await rm(fresh, { recursive: true, force: true }).catch(() => {});
  }
}

/**
 * Makes the build in `fresh` the folder `place`, unless another start has already put a build of the same sources there: a service may be
 * reading that one. An outdated folder is replaced as a whole.
 */
export async function putInPlace(fresh: string, place: string): Promise<void> {
  const old = `${fresh}-old`;
  const stamp = await readStamp(fresh);
  try {
    while (!(await isRenamed(fresh, place, ['ENOTEMPTY', 'EEXIST'])) && (await readStamp(place)) !== stamp) {
      await rm(old, { recursive: true, force: true });
      await isRenamed(place, old, ['ENOENT']); // another start may have just done so
    }
  } finally {
    await rm(old, { recursive: true, force: true }).catch(() => {});
  }
}

/** Renames a folder. False if that fails for one of these reasons; throws if it fails for another. */
async function isRenamed(from: string, to: string, reasons: string[]): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (reasons.includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/** Returns the stamp of the sources that a build was made from; empty if there is none. */
function readStamp(folder: string): Promise<string> {
  return readFile(join(folder, 'stamp'), 'utf8').catch(() => '');
}

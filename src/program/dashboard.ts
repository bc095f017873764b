import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../platform/errors.ts';
import { inProgram } from '../platform/root.ts';

const program = inProgram('');
const web = join(program, 'web');

/** The folder of the built web interface. */
export const dashboardFolder = join(web, 'dist');

/** Whether a build is there to be served, perhaps of earlier sources. */
export function isDashboardBuilt(): boolean {
  return existsSync(join(dashboardFolder, 'index.html'));
}

/**
 * Builds `dashboardFolder` from the present sources and packages, if they have changed. A release without sources is left
 * as it is. Returns why building failed; the previous build then stays.
 */
export async function buildDashboard({ say }: { say: (line: string) => void }): Promise<string | undefined> {
  if (!existsSync(join(web, 'src'))) return undefined;
  const stamp = stampOfSources();
  if ((await stampOf(dashboardFolder)) === stamp) return undefined;
  say('Building the web interface (once) …');
  const fresh = `${dashboardFolder}-${process.pid}`;
  try {
    await mkdir(fresh); // a read-only disk says so here, before the work
    await runBuild(fresh);
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
 * Makes the folder `place` the build in `fresh`, unless another start that built the same sources was faster: a service may be
 * reading that build already. A whole folder replaces an outdated one.
 */
export async function putInPlace(fresh: string, place: string): Promise<void> {
  const old = `${fresh}-old`;
  const stamp = await stampOf(fresh);
  try {
    while (!(await isRenamed(fresh, place, ['ENOTEMPTY', 'EEXIST'])) && (await stampOf(place)) !== stamp) {
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

/** What a build was made from; empty if there is none. */
function stampOf(folder: string): Promise<string> {
  return readFile(join(folder, 'stamp'), 'utf8').catch(() => '');
}

/** Builds in a separate process, whose 200 MB of memory are freed when it ends. */
async function runBuild(folder: string): Promise<void> {
  const child = spawn(process.execPath, [join(web, 'build.ts'), folder], {
    cwd: program,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  const said: Buffer[] = [];
  child.stderr.on('data', chunk => said.push(chunk));
  const [code, signal] = await once(child, 'close');
  if (code !== 0)
    throw new Error(Buffer.concat(said).toString().trim() || `the build ended with ${signal ?? code}`);
}

/** A hash of every file that the build reads. It does not wait for each of the 550, which took a tenth of a start. */
function stampOfSources(): string {
  // Without the builds of other starts, which come and go meanwhile.
  const entries = readdirSync(web, { withFileTypes: true }).filter(({ name }) => !name.startsWith('dist'));
  for (const { name } of entries.filter(entry => entry.isDirectory()))
    entries.push(...readdirSync(join(web, name), { recursive: true, withFileTypes: true }));
  const sources = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  const files = [...sources, join(program, 'src/client/client.ts'), join(program, 'package-lock.json')];
  for (const file of files.toSorted())
    hash.update(file.slice(program.length)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

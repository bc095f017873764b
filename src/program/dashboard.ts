import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../platform/errors.ts';

const program = fileURLToPath(new URL('../../', import.meta.url));
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
  const stamp = await stampOfSources();
  const stampFile = join(dashboardFolder, 'stamp');
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return undefined;
  say('Building the web interface (once) …');
  // Two starts may build at the same time, and a running service may be reading, so a whole folder replaces the old one.
  const [fresh, old] = [`${dashboardFolder}-${process.pid}`, `${dashboardFolder}-${process.pid}-old`];
  try {
    await mkdir(fresh); // a read-only disk says so here, before the work
    await runBuild(fresh);
    await writeFile(join(fresh, 'stamp'), stamp);
    await rename(dashboardFolder, old).catch(() => {});
    await rename(fresh, dashboardFolder);
    return undefined;
  } catch (error) {
    return messageOf(error);
  } finally {
    for (const folder of [fresh, old]) await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
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

/** A hash of every file that the build reads. */
async function stampOfSources(): Promise<string> {
  const entries = await readdir(web, { recursive: true, withFileTypes: true });
  const sources = entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => !file.startsWith(dashboardFolder));
  const hash = createHash('sha256');
  const files = [...sources, join(program, 'src/client/client.ts'), join(program, 'package-lock.json')];
  for (const file of files.toSorted())
    hash
      .update(file.slice(program.length))
      .update('\0')
      .update(await readFile(file));
  return hash.digest('hex');
}

import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { publishFolder, removeAbandonedDrafts, syncToDisk } from '../platform/embedded/folders.ts';
import { messageOf } from '../platform/errors.ts';
import { isAlive } from '../platform/life.ts';
import { inProgram } from '../platform/root.ts';
import { runBuild, stampOf } from './builds.ts';

const sources = ['bin', 'src', 'scripts/build.ts', 'scripts/building', 'package.json', 'package-lock.json'];

/** The number of newest builds that are kept. As a rule, they include the builds of processes that could not note which build they run. */
const keptBuilds = 3;

/**
 * Returns the file that runs the program: the build of the present sources, which is made if it is missing. Each state of the sources has a
 * folder of its own in `dist`, which never changes. If the build cannot be made, returns the file of the sources, and why.
 */
export async function buildProgram({
  say,
}: {
  say: (line: string) => void;
}): Promise<{ file: string; trouble?: string }> {
  const builds = inProgram('dist');
  const stamp = stampOf(sources, /\.test\.ts$|^src.testing$/);
  const build = join(builds, stamp.slice(0, 16));
  const file = join(build, 'postrider.js');
  if (existsSync(file)) return { file };
  try {
    await mkdir(builds, { recursive: true });
    await removeAbandonedDrafts(builds);
    await publishFolder(build, async draft => {
      say('Building the program (once) …');
      await chmod(draft, 0o755); // another user runs the builds that root makes
      await runBuild('scripts/build.ts', draft);
      await Promise.all((await readdir(draft)).map(name => syncToDisk(join(draft, name))));
    });
    await removeEarlierBuilds(builds);
    return { file };
  } catch (error) {
    return { file: inProgram('bin/postrider.ts'), trouble: messageOf(error) };
  }
}

/**
 * Notes that this process runs the build that contains `file`, so that the build is kept until the process ends: parts are loaded later.
 */
export function keepBuildInUse(file: string): void {
  const note = `${dirname(file)}.used-${process.pid}`;
  try {
    writeFileSync(note, '');
  } catch {
    return; // another user has built it
  }
  process.once('exit', () => {
    try {
      rmSync(note, { force: true });
    } catch {} // root wrote it, and this process is another user now; the next build removes notes of ended processes
  });
}

/** Removes all builds but the newest and those that a process still runs. */
export async function removeEarlierBuilds(builds: string): Promise<void> {
  const all = await readdir(builds);
  const used = new Set<string>();
  for (const name of all) {
    const [, build, pid] = /^(\w+)\.used-(\d+)$/.exec(name) ?? [];
    if (build === undefined) continue;
    if (isAlive(Number(pid))) used.add(build);
    else await rm(join(builds, name), { force: true });
  }
  const found = await Promise.all(
    all
      .filter(name => !name.includes('.'))
      .map(async name => ({ name, made: (await stat(join(builds, name))).mtimeMs })),
  );
  const earlier = found.toSorted((a, b) => b.made - a.made).slice(keptBuilds);
  for (const { name } of earlier)
    if (!used.has(name)) await rm(join(builds, name), { recursive: true, force: true });
}

import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { publishFolder, removeAbandonedDrafts, syncToDisk } from '../platform/embedded/folders.ts';
import { messageOf } from '../platform/errors.ts';
import { isAlive } from '../platform/life.ts';
import { inProgram } from '../platform/root.ts';
import { runBuild, stampOf } from './builds.ts';

const sources = ['bin', 'src', 'scripts/build.ts', 'scripts/building', 'package.json', 'package-lock.json'];

/** As a rule, that includes those of processes that could not note that they run them. */
const keptBuilds = 3;

/**
 * The file that runs the program: of the build of the present sources, which is made if it is missing. Each state of the sources
 * has a folder of its own in `dist`, which never changes. If it cannot be made, the file of the sources, and why.
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
      await chmod(draft, 0o755); // what root builds, another user runs
      await runBuild('scripts/build.ts', draft);
      await Promise.all((await readdir(draft)).map(name => syncToDisk(join(draft, name))));
    });
    await removeEarlierBuilds(builds);
    return { file };
  } catch (error) {
    return { file: inProgram('bin/postrider.ts'), trouble: messageOf(error) };
  }
}

/** Notes that this process runs the build that `file` is part of: it is kept until the process ends, because parts are loaded later. */
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
    } catch {} // written by root, who is another user now: the next build removes what a process has left
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

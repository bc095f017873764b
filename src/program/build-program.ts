import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { publishFolder, removeAbandonedDrafts, syncToDisk } from '../platform/embedded/folders.ts';
import { messageOf } from '../platform/errors.ts';
import { inProgram } from '../platform/root.ts';
import { runBuild, stampOf } from './builds.ts';

const sources = ['bin', 'src', 'scripts/build.ts', 'scripts/building', 'package.json', 'package-lock.json'];

/** A service that runs an earlier build still loads parts of it, until it is started again. */
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
    await removeEarlier(builds);
    return { file };
  } catch (error) {
    return { file: inProgram('bin/postrider.ts'), trouble: messageOf(error) };
  }
}

async function removeEarlier(builds: string): Promise<void> {
  const names = (await readdir(builds)).filter(name => !name.includes('.'));
  const found = await Promise.all(
    names.map(async name => ({ path: join(builds, name), made: (await stat(join(builds, name))).mtimeMs })),
  );
  const earlier = found.toSorted((a, b) => b.made - a.made).slice(keptBuilds);
  await Promise.all(earlier.map(({ path }) => rm(path, { recursive: true, force: true })));
}

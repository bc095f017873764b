import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type LockedPackage = {
  /** The package's real name, if it differs from the folder's. */
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
export type Lock = { packages: Record<string, LockedPackage> };

export const lockFile = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const publicRegistry = 'https://registry.npmjs.org/';

/** Reads package-lock.json. */
export function readLock(): Lock {
  return JSON.parse(readFileSync(lockFile, 'utf8'));
}

/**
 * Returns the lock with an entry for every optional dependency, and with the public registry's address for each package (npm translates it
 * to the registry in use). npm leaves out platform packages that it could not see when it wrote the lock, and `npm ci` then refuses the
 * lock on every platform. Without addresses npm downloads a list of all versions for each package, a third of everything that it downloads.
 */
export function completeLock(lock: Lock): Lock {
  const packages: Record<string, LockedPackage> = {};
  for (const [path, entry] of Object.entries(lock.packages)) {
    const { version, resolved: _, ...rest } = entry;
    const resolved = addressOf(path, entry);
    packages[path] = path === '' ? entry : { version, resolved, ...rest };
  }
  for (const { parent, name, version } of missingPackages(lock)) {
    const dev = lock.packages[parent]?.dev ? { dev: true } : {};
    const path = `node_modules/${name}`;
    const resolved = addressOf(path, { version });
    packages[path] = { version, resolved, ...platformOf(name), ...dev, optional: true };
  }
  const [root, ...others] = Object.entries(packages);
  others.sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries([root!, ...others]) };
}

/** Returns the address of a package in the public registry: https://docs.npmjs.com/cli/configuring-npm/package-lock-json */
export function addressOf(path: string, { name, version }: LockedPackage): string {
  const full = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return `${publicRegistry}${full}/-/${full.split('/').at(-1)}-${version}.tgz`;
}

/**
 * Returns the entries of the packages `names` and of all that they need, directly or not. A package that another can use (an optional peer)
 * is needed if package.json lists it.
 */
export function entriesOf(lock: Lock, names: Iterable<string>): Lock['packages'] {
  const listed = lock.packages['']?.dependencies ?? {};
  const needed = new Map<string, LockedPackage>();
  const add = (folder: string, wanted: Iterable<string>) => {
    for (const name of wanted) {
      const path = findLocked(lock, folder, name);
      if (path !== undefined) needed.set(path, lock.packages[path]!);
    }
  };
  add('', names);
  // A Map also visits entries that are added meanwhile.
  for (const [
    path,
    { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta },
  ] of needed) {
    const peers = Object.keys(peerDependencies ?? {});
    add(path, Object.keys({ ...dependencies, ...optionalDependencies }));
    add(
      path,
      peers.filter(name => name in listed || !peerDependenciesMeta?.[name]?.optional),
    );
  }
  return Object.fromEntries([...needed].sort(([a], [b]) => a.localeCompare(b, 'en')));
}

/** Returns the optional dependencies without an entry in the lock. */
export function missingPackages(lock: Lock): { parent: string; name: string; version: string }[] {
  return Object.entries(lock.packages).flatMap(([parent, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => findLocked(lock, parent, name) === undefined)
      .map(([name, version]) => ({ parent, name, version })),
  );
}

/** Returns the entry that a package in `folder` gets by this name. Looks in the same places as Node: its own node_modules, then upwards. */
function findLocked(lock: Lock, folder: string, name: string): string | undefined {
  const path = `${folder}/node_modules/${name}`.replace(/^\//, '');
  if (path in lock.packages) return path;
  const above = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1));
  return folder === '' ? undefined : findLocked(lock, above, name);
}

const platform =
  /(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-(arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64)(?:-(gnu|musl)?\w*)?$/;

function platformOf(name: string): { os: string[]; cpu: string[]; libc?: string[] } {
  const [, os, cpu, libc] = platform.exec(name) ?? [];
  if (!os || !cpu)
    throw new Error(`package-lock.json lacks ${name}: its name tells no platform, add it by hand`);
  const libcs = libc && os === 'linux' ? { libc: [libc === 'gnu' ? 'glibc' : libc] } : {};
  return { os: [os], cpu: [cpu], ...libcs };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = readLock();
  const missing = missingPackages(lock);
  writeFileSync(lockFile, `${JSON.stringify(completeLock(lock), null, 2)}\n`);
  console.log(`package-lock.json: addresses completed, ${missing.length} platform packages added`);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedDatabaseError } from './error.ts';
import { isReachableByAll } from './folders.ts';

/** The user for PostgreSQL's programs, which refuse to run as root. Undefined means the user of this process. */
export type ServerUser = { uid: number; gid: number } | undefined;

/** The user "nobody" on Linux. */
export const nobody = { uid: 65534, gid: 65534 };

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Throws early if `spawnProgram` could not work: except on Linux, the server's user must reach the folder by its path. */
export async function refuseUnreachable(folder: string, user: ServerUser): Promise<void> {
  if (user === undefined || process.platform === 'linux' || (await isReachableByAll(dirname(folder)))) return;
  throw new EmbeddedDatabaseError(
    `PostgreSQL does not run as root, and user ${user.uid} cannot reach ${folder}. Start Postrider as an ordinary user, choose a folder that every user can reach with DATA_DIR, or set DATABASE_URL.`,
  );
}

/**
 * Starts a PostgreSQL program that works on `paths`; `args` receives the names by which the program can open them. The program gets a
 * process group of its own, because a terminal's Ctrl-C is for Node, which then stops the server in order. It also gets an environment of
 * its own, without PGDATA or locale settings of the caller.
 */
export function spawnProgram(
  program: string,
  {
    user,
    paths,
    args,
    output,
    env = {},
  }: {
    user: ServerUser;
    paths: string[];
    args: (...names: string[]) => string[];
    output: number | 'pipe';
    env?: Record<string, string>;
  },
): ChildProcess {
  // The data folder may be below /root, where the server's user has no access. That user can still use files and folders that root has
  // opened.
  const byDescriptor = user !== undefined && process.platform === 'linux';
  const descriptors = byDescriptor ? paths.map(path => openSync(path, 'r')) : [];
  const names = byDescriptor ? paths.map((_, index) => `/proc/self/fd/${3 + index}`) : paths;
  try {
    return spawn(program, args(...names), {
      ...user,
      cwd: '/',
      detached: true,
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH, ...env },
      stdio: ['ignore', output, output, ...descriptors],
    });
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
  }
}

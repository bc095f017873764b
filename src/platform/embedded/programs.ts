import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedDatabaseError } from './error.ts';
import { isReachableByAll } from './folders.ts';

/** PostgreSQL refuses to run as root; its programs then get another user. Undefined: the user of this process. */
export type ServerUser = { uid: number; gid: number } | undefined;

/** "nobody" on Linux. */
export const nobody = { uid: 65534, gid: 65534 };

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Refuses early what `spawnProgram` could not do: off Linux the server's user must reach the folder by its path. */
export async function refuseUnreachable(folder: string, user: ServerUser): Promise<void> {
  if (user === undefined || process.platform === 'linux' || (await isReachableByAll(dirname(folder)))) return;
  throw new EmbeddedDatabaseError(
    `PostgreSQL does not run as root, and as user ${user.uid} it cannot reach ${folder}. Start Postrider as an ordinary user, choose a folder that everybody may pass through with DATA_DIR, or set DATABASE_URL.`,
  );
}

/**
 * Starts a program of PostgreSQL that works on `paths`, which `args` gets under the names the program can open them by.
 * It has a process group of its own (a terminal's Ctrl-C is for Node, which then stops the server in order) and an
 * environment of its own (no PGDATA or locale of the caller's).
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
  // The data folder may lie below /root, where the server's user may not go. What root has opened for it, it can reach.
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

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lchown, lstat, mkdir, mkdtemp, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { hour_ms } from '../durations.ts';
import { isAlive } from '../life.ts';
import { isReachableByAll } from './folders.ts';
import type { Postmaster } from './postmaster.ts';
import type { ServerUser } from './programs.ts';

const lockName = '.s.PGSQL.5432.lock';

/**
 * Opens the folder for the server's socket, accessible only to its user. The name stays the same across restarts, so that URLs stay valid:
 * `earlier` is the folder that this process knows, `stale` the one that a killed server left. It is outside the data folder because the
 * path of a socket is limited to 103 bytes.
 */
export async function openSocketDir(
  { data_dir, user }: { data_dir: string; user: ServerUser },
  { earlier, stale }: { earlier: string | undefined; stale: Postmaster | undefined },
): Promise<string> {
  const mark = createHash('sha256').update(data_dir).digest('hex').slice(0, 12);
  const folder = await temporaryFolder(user);
  const usual = join(folder, `postrider-${mark}`);
  await removeDead(folder, usual).catch(() => {});
  for (const name of [earlier, stale?.socket_dir, usual]) {
    if (!name || !basename(name).startsWith(`postrider-${mark}`)) continue;
    if ((await isOurs(name, user)) && (await isFree(name, stale))) return name;
  }
  const fresh = await mkdtemp(`${usual}-`);
  if (user) await lchown(fresh, user.uid, user.gid);
  return fresh;
}

/**
 * Removes the folder of a server that has ended, unless it holds a socket: another server may just have started in it.
 */
export async function closeSocketDir(socket_dir: string): Promise<void> {
  await rmdir(socket_dir).catch(() => {});
}

async function temporaryFolder(user: ServerUser): Promise<string> {
  const folder = tmpdir();
  const suits = await isSuitable(folder, user).catch(() => false);
  return suits ? folder : '/tmp';
}

async function isSuitable(folder: string, user: ServerUser): Promise<boolean> {
  // PostgreSQL takes a list of folders, so a comma would split the name.
  const isPlain = /^[\w./+-]{1,58}$/.test(folder);
  const { mode } = await stat(folder);
  const othersMayRename = (mode & 0o002) !== 0 && (mode & 0o1000) === 0;
  await access(folder, constants.W_OK);
  return isPlain && !othersMayRename && (user === undefined || (await isReachableByAll(folder)));
}

/** Creates the folder, or checks the existing one: another user of this machine could have created it first. */
async function isOurs(name: string, user: ServerUser): Promise<boolean> {
  try {
    await mkdir(name, { mode: 0o700 });
    if (user) await lchown(name, user.uid, user.gid);
    return true;
  } catch {
    const found = await lstat(name).catch(() => undefined);
    const ourselves = [user?.uid, process.getuid?.()];
    if (!found?.isDirectory() || !ourselves.includes(found.uid) || (found.mode & 0o777) !== 0o700)
      return false;
    try {
      if (user) await lchown(name, user.uid, user.gid);
      return true;
    } catch {
      return false; // another process that has just ended removed it
    }
  }
}

/**
 * Whether the folder is free: it is not if the socket's lock file contains the id of a live process, which PostgreSQL would take for a
 * server.
 */
async function isFree(name: string, stale: Postmaster | undefined): Promise<boolean> {
  const owner = await lockOwner(name);
  return owner === undefined || owner === stale?.pid || !isAlive(owner);
}

async function lockOwner(socket_dir: string): Promise<number | undefined> {
  const lock = await readFile(join(socket_dir, lockName), 'utf8').catch(() => '');
  return Number.parseInt(lock, 10) || undefined;
}

/**
 * Removes the folders of servers that were killed over an hour ago and whose data folders have not been opened since.
 */
async function removeDead(folder: string, usual: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const socket_dir = join(folder, name);
    if (!/^postrider-[0-9a-f]{12}(-\w{6})?$/.test(name) || socket_dir === usual) continue;
    const owner = await lockOwner(socket_dir);
    if (owner && isAlive(owner)) continue;
    // Only after an hour, because a younger folder may belong to a server that is just starting or restarting.
    const lock = await lstat(owner ? join(socket_dir, lockName) : socket_dir).catch(() => undefined);
    if (!lock || Date.now() - lock.mtimeMs < hour_ms) continue;
    if (owner) await rm(socket_dir, { recursive: true, force: true }).catch(() => {});
    else await closeSocketDir(socket_dir);
  }
}

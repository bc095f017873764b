import { spawnSync } from 'node:child_process';
import { chmod, lchown, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { codeOf, messageOf } from '../errors.ts';
import { inProgram } from '../root.ts';
import { findBinaries } from './binaries.ts';
import { isRoot, nobody } from './programs.ts';

type User = { name: string; uid: number; gid: number };

/** The files and ports of the machine that the service needs. */
type Needs = {
  data_dir: string;
  /** The address of the database, if it is not the embedded one. */
  database_url: string | undefined;
  /** Folders that the service reads while it runs. */
  reads: string[];
  ports: Record<string, number | undefined>;
};

const program = inProgram('');

/** Matches the entries of a data folder that Postrider creates. */
const ownEntries = /^(?:postgres|files|secret|backups|restore|fence\.json)/;

/**
 * Closes the data folder to other users of this machine: it gets mode 0700, and files and folders that this process creates
 * from now on get 0600 or 0700. Leaves the mode of a folder alone if it also contains other files.
 */
export async function closeDataFolder(data_dir: string): Promise<void> {
  process.umask(0o077);
  await mkdir(resolve(data_dir), { recursive: true, mode: 0o700 });
  const { uid, mode } = await stat(data_dir);
  if ((mode & 0o077) === 0 || uid !== process.getuid?.() || !(await holdsOnlyOurs(data_dir))) return;
  // If the disk is read-only, opening the database reports it.
  await chmod(data_dir, mode & 0o700).catch(error => codeOf(error) === 'EROFS' || Promise.reject(error));
}

/**
 * If root started this process, makes it run as the owner of the data folder; failing that, as `postrider`, if the machine has that user;
 * otherwise as `nobody`, who then owns the data folder. Returns the user whom it runs as, or why it has to stay root; undefined if it was
 * not root.
 */
export async function leaveRoot(needs: Needs): Promise<{ user: string } | { stays: string } | undefined> {
  if (!isRoot()) return undefined;
  const data_dir = resolve(needs.data_dir);
  const user = await chooseUser(data_dir);
  const stays = await findObstacle(user, { ...needs, data_dir });
  if (stays !== undefined) return { stays };
  // This completes the programs while the process is root: only root may create the links that npm packages cannot contain.
  await findBinaries({ data_dir, as_root: false }).catch(() => undefined);
  try {
    await giveAway(data_dir, user);
  } catch (error) {
    return { stays: `the data folder cannot be given to user ${user.name} (${codeOf(error)})` };
  }
  flushCompileCache(); // only root may write to the cache; without this, Node would write it when the process ends
  try {
    process.setgroups?.([user.gid]);
    process.setgid?.(user.gid);
    process.setuid?.(user.uid);
  } catch (error) {
    return { stays: `root is not allowed to switch to user ${user.name} here (${messageOf(error)})` };
  }
  return { user: user.name };
}

async function chooseUser(data_dir: string): Promise<User> {
  const users = await readUsers();
  for (const folder of [join(data_dir, 'postgres'), data_dir]) {
    const owner = await stat(folder).catch(() => undefined);
    if (!owner || owner.uid === 0) continue;
    const name = users.find(({ uid }) => uid === owner.uid)?.name ?? String(owner.uid);
    return { name, uid: owner.uid, gid: owner.gid };
  }
  return users.find(({ name, uid }) => name === 'postrider' && uid !== 0) ?? { name: 'nobody', ...nobody };
}

async function readUsers(): Promise<User[]> {
  const lines = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return lines.split('\n').flatMap(line => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

async function findObstacle(
  user: User,
  { data_dir, database_url, reads, ports }: Needs,
): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'switching to another user works only on Linux';
  const first = Number(
    await readFile('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8').catch(() => 1024),
  );
  for (const [name, port] of Object.entries(ports))
    if (port !== undefined && port > 0 && port < first)
      return `only root may listen on ${name} ${port}; use port ${first} or above behind a proxy or port forwarding`;
  if (database_url !== undefined && /%2f|[?&]host=(?:\/|%2f)/i.test(database_url))
    return 'DATABASE_URL names a socket, whose server may accept only root; start Postrider as a user that the database knows';
  const isTheirs = (await stat(data_dir).catch(() => undefined))?.uid === user.uid;
  if (!isTheirs && !(await holdsOnlyOurs(data_dir)))
    return `${data_dir} belongs to root and contains files that are not Postrider's; choose a separate folder with DATA_DIR`;
  const closed = findClosed(user, [
    program,
    import.meta.dirname,
    ...reads.map(folder => resolve(folder)),
    dirname(data_dir),
  ]);
  if (closed !== undefined)
    return `user ${user.name} cannot enter ${closed}; start Postrider as an ordinary user, or from a folder that all users can enter`;
  return undefined;
}

async function holdsOnlyOurs(data_dir: string): Promise<boolean> {
  const entries = await readdir(data_dir).catch(() => []);
  return entries.every(name => ownEntries.test(name));
}

/**
 * Returns the first of the folders that the user cannot enter. The system itself is asked, so that modes, groups and access lists all
 * count. One shell asks for all folders, because Node takes fifty times as long to start.
 */
function findClosed({ uid, gid }: User, folders: string[]): string | undefined {
  const look = 'at=0; for folder; do at=$((at + 1)); cd -- "$folder" || exit $at; done';
  const options = { uid, gid, cwd: '/', stdio: 'ignore' } as const;
  const { status } = spawnSync('/bin/sh', ['-c', look, 'sh', ...folders], options);
  return status === 0 ? undefined : (folders[(status ?? 1) - 1] ?? program);
}

/** Gives the data folder to the user. `postgres` and its contents already belong to the server. */
async function giveAway(folder: string, user: User): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await lchown(folder, user.uid, user.gid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name === 'postgres') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveAway(path, user);
    else await lchown(path, user.uid, user.gid);
  }
}

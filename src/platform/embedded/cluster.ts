import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, lchown, link, mkdir, readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { codeOf, messageOf } from '../errors.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { EmbeddedDatabaseError, explainReadOnly } from './error.ts';
import { publishFolder, removeAbandonedDrafts, syncToDisk, withDraft } from './folders.ts';
import { isRoot, nobody, refuseUnreachable, type ServerUser, spawnProgram } from './programs.ts';

/** PostgreSQL's term for a folder of databases that one server serves. */
export type Cluster = {
  data_dir: string;
  /** <data_dir>/postgres */
  dir: string;
  password: string;
  binaries: Binaries;
  user: ServerUser;
};

/**
 * Returns the cluster of this data folder, created if it does not exist. Starts nothing. Throws EmbeddedDatabaseError if the folder, the
 * platform or the folder's contents do not allow it.
 */
export async function prepareCluster(
  given_dir: string,
  options: { durable: boolean; log: (message: string, detail?: object) => void },
): Promise<Cluster> {
  const data_dir = await makeDataDir(given_dir);
  const dir = join(data_dir, 'postgres');
  const user = await serverUser(dir);
  await refuseUnreachable(dir, user);
  const binaries = await findBinaries({ data_dir, as_root: isRoot() });
  const secret = join(data_dir, 'postgres.secret');
  await removeAbandonedDrafts(data_dir);
  if (!(await isMade(dir))) {
    options.log('Setting up the database', { folder: dir });
    await makeSecret(secret, user);
    await publishFolder(dir, draft =>
      initialize(draft, { secret, user, binaries, durable: options.durable }),
    );
  }
  await refuseOtherVersion(dir, binaries.major);
  return { data_dir, dir, password: await readSecret(secret), binaries, user };
}

/** Returns the cluster in a data folder that programs of another major version created. Throws EmbeddedDatabaseError if there is none. */
export async function openForeignCluster(given_dir: string, programs: Binaries): Promise<Cluster> {
  const data_dir = await makeDataDir(given_dir);
  const dir = join(data_dir, 'postgres');
  const user = await serverUser(dir);
  await refuseOtherVersion(dir, programs.major);
  return {
    data_dir,
    dir,
    password: await readSecret(join(data_dir, 'postgres.secret')),
    binaries: programs,
    user,
  };
}

/** Returns the major version of the PostgreSQL that created the cluster in this data folder; undefined if there is none. */
export async function readMajor(data_dir: string): Promise<string | undefined> {
  return (await readFile(join(data_dir, 'postgres', 'PG_VERSION'), 'utf8').catch(() => undefined))?.trim();
}

async function makeDataDir(given_dir: string): Promise<string> {
  try {
    // An absolute path, because Node's recursive mkdir never returns if the working directory was removed.
    await mkdir(resolve(given_dir), { recursive: true });
    await access(given_dir, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(given_dir);
  } catch (error) {
    if (codeOf(error) === 'EROFS') throw new EmbeddedDatabaseError(explainReadOnly(resolve(given_dir)));
    throw new EmbeddedDatabaseError(
      `The data folder ${resolve(given_dir)} cannot be written by ${currentUser()} (${codeOf(error)}). Change its owner to that user, or choose another folder with DATA_DIR.`,
    );
  }
}

/**
 * Returns the user who runs the server. If root started this process, that is the owner of the cluster, so that root can use an ordinary
 * user's folder.
 */
async function serverUser(dir: string): Promise<ServerUser> {
  const owner = await stat(dir).catch(() => undefined);
  if (!isRoot()) {
    if (owner === undefined || owner.uid === process.getuid?.()) return undefined;
    throw new EmbeddedDatabaseError(
      `The database in ${dir} belongs to user ${owner.uid}, not to ${currentUser()}. Start Postrider as its owner or as root, or change the owner: chown -R ${process.getuid?.()} ${dir}`,
    );
  }
  if (owner === undefined) return nobody;
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  throw new EmbeddedDatabaseError(
    `The database in ${dir} belongs to root, but PostgreSQL does not run as root. Change the owner: chown -R ${nobody.uid}:${nobody.gid} ${dir}`,
  );
}

async function isMade(dir: string): Promise<boolean> {
  try {
    return (await readdir(dir)).length > 0;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw new EmbeddedDatabaseError(
      `The database in ${dir} cannot be read by ${currentUser()} (${codeOf(error)}). Start Postrider as the owner of the folder or as root.`,
    );
  }
}

/**
 * Creates the password. It is written before the cluster is created, so that two processes that do this at the same time use the same one.
 */
async function makeSecret(secret: string, user: ServerUser): Promise<void> {
  await withDraft(secret, async draft => {
    await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
    try {
      // Unlike rename, link keeps an existing secret.
      await link(draft, secret);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  });
  // The user of the server must own the file, because initdb reads it.
  if (user) await lchown(secret, user.uid, user.gid).catch(error => refusePowerlessRoot(user.uid, error));
}

/** Throws if root in a container lacks the right to act as another user. This is where that shows first. */
function refusePowerlessRoot(uid: number, error: unknown): never {
  throw new EmbeddedDatabaseError(
    `PostgreSQL does not run as root, and root cannot run it as user ${uid} here (${codeOf(error)}). Start Postrider as an ordinary user, or set DATABASE_URL.`,
  );
}

async function readSecret(secret: string): Promise<string> {
  try {
    return (await readFile(secret, 'utf8')).trim();
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The database's password cannot be read from ${secret} (${codeOf(error)}). Restore that file from where the data folder was copied from.`,
    );
  }
}

async function initialize(
  draft: string,
  {
    secret,
    user,
    binaries,
    durable,
  }: { secret: string; user: ServerUser; binaries: Binaries; durable: boolean },
): Promise<void> {
  if (user) await lchown(draft, user.uid, user.gid);
  const program = spawnProgram(binaries.initdb, {
    user,
    output: 'pipe',
    paths: [draft, secret],
    args: (folder, pwfile) => [
      `--pgdata=${folder}`,
      `--pwfile=${pwfile}`,
      '--username=postrider',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      ...(durable ? [] : ['--no-sync']),
    ],
  });
  program.stdout?.resume();
  const complaint = program.stderr ? text(program.stderr).catch(messageOf) : '';
  const failure = await once(program, 'exit').then(
    ([code, signal]) => (code === 0 ? undefined : `initdb ended with ${code ?? signal}`),
    messageOf,
  );
  if (failure === undefined) return syncToDisk(draft);
  // The last of these messages appears if there was space for only a part of the files.
  if (/No space left on device|Disk quota exceeded|Check free disk space/.test(await complaint))
    throw new EmbeddedDatabaseError(
      `The database could not be set up in ${dirname(draft)}: the disk is full. Free some space, or choose another folder with DATA_DIR. Nothing was kept.`,
    );
  throw new EmbeddedDatabaseError(
    `The database could not be set up in ${dirname(draft)}: ${failure}. ${(await complaint).trim()}\nSet DATABASE_URL to use your own PostgreSQL server.`,
  );
}

async function refuseOtherVersion(dir: string, major: string): Promise<void> {
  const found = await readMajor(dirname(dir));
  if (found === major) return;
  throw new EmbeddedDatabaseError(
    found === undefined
      ? `${dir} is not empty but contains no PostgreSQL database. Move it away, or choose another folder with DATA_DIR.`
      : `The database in ${dir} was created by PostgreSQL ${found}, but this Postrider includes PostgreSQL ${major}. Stop the service and upgrade it: npx postrider upgrade-database`,
  );
}

/** Returns the user's name, if they have one; in containers they often do not. */
function currentUser(): string {
  try {
    return `user ${userInfo().username}`;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}

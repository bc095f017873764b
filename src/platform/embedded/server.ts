import { constants, type FileHandle, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../errors.ts';
import type { Cluster } from './cluster.ts';
import { EmbeddedDatabaseError, explainReadOnly } from './error.ts';
import { type Sighting, sightPostmaster } from './postmaster.ts';
import { spawnProgram } from './programs.ts';
import { closeSocketDir, openSocketDir } from './sockets.ts';

const logLimit = 10 * 1024 * 1024;

/** Settings for a small server that only one Postrider uses. */
const defaults: Record<string, string> = {
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  // Without replication less is written, and COPY into a new table needs no WAL.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  jit: 'off',
  autovacuum: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
};

/** `settings` override the defaults. `socket_dir` is the folder that this process knows, if it has used the server before. */
export type ServerOptions = {
  settings?: Record<string, string> | undefined;
  socket_dir?: string | undefined;
};

/** A server that this process started. `ended` is set when it ends. */
export type StartedServer = { pid: number | undefined; ended: Ending | undefined };

/** The end of a server: whether it was stopped in order, the reason, and the end of its log. */
export type Ending = { in_order: boolean; reason: string; wrote: string };

/**
 * Starts the server of a cluster that seems to have none. The server is not ready yet, and may end immediately, for example because another
 * process was faster.
 */
export async function startServer(
  cluster: Cluster,
  { settings = {}, socket_dir: earlier }: ServerOptions,
  sighting: Sighting,
): Promise<StartedServer> {
  const log = await openLog(cluster);
  try {
    const wroteBefore = (await log.stat()).size;
    const socket_dir = await openSocketDir(cluster, { earlier, stale: sighting.postmaster });
    const program = spawnProgram(cluster.binaries.postgres, {
      user: cluster.user,
      output: log.fd,
      paths: [cluster.dir],
      args: folder => ['-D', folder, ...asArguments({ ...defaults, ...settings, ...address(socket_dir) })],
      // PostgreSQL does not start if any live process has the id in a stale postmaster.pid. Like pg_ctl, this variable
      // tells it which process is not a server. Never pass the id of a dead process: a competing server may be getting
      // it now.
      env: sighting.is === 'stranger' ? { PG_GRANDPARENT_PID: String(sighting.postmaster.pid) } : {},
    });
    const started: StartedServer = { pid: program.pid, ended: undefined };
    const end = async (in_order: boolean, reason: string) => {
      await closeSocketDir(socket_dir);
      started.ended = { in_order, reason, wrote: await readLog(cluster, wroteBefore) };
    };
    program.once('exit', (code, signal) => void end(code === 0, `PostgreSQL ended with ${code ?? signal}`));
    program.once('error', error => void end(false, error.message));
    // The server may outlive this process, which must not wait for it.
    program.unref();
    return started;
  } finally {
    await log.close();
  }
}

/** Stops any server of this cluster. Transactions in progress are rolled back. */
export async function stopServer(
  cluster: Cluster,
  log: (message: string, detail?: object) => void,
): Promise<void> {
  const { is, postmaster } = await sightPostmaster(cluster.dir);
  if (is !== 'serving') return;
  const { pid, socket_dir } = postmaster;
  // First a fast shutdown is tried, then an immediate one, after which the next start recovers as after a crash.
  signal(pid, 'SIGINT');
  if (!(await ends(cluster, pid, 30_000))) {
    log('PostgreSQL does not stop; shutting it down immediately', { pid });
    signal(pid, 'SIGQUIT');
    await ends(cluster, pid, 10_000);
  }
  await closeSocketDir(socket_dir);
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

async function ends(cluster: Cluster, pid: number, milliseconds: number): Promise<boolean> {
  const until = performance.now() + milliseconds;
  while (performance.now() < until) {
    const { is, postmaster } = await sightPostmaster(cluster.dir);
    if (is !== 'serving' || postmaster.pid !== pid) return true;
    await delay(10);
  }
  return false;
}

function address(socket_dir: string): Record<string, string> {
  return { listen_addresses: '', port: '5432', unix_socket_directories: socket_dir };
}

function asArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function logPath(cluster: Cluster): string {
  return join(cluster.data_dir, 'postgres.log');
}

/** Opens the log. One previous log is kept: postgres.log.1 */
async function openLog(cluster: Cluster): Promise<FileHandle> {
  const path = logPath(cluster);
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size > logLimit) await rename(path, `${path}.1`);
  try {
    const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
    // Root changes the owner of this file, so it must not be a link to something else.
    const noLink = cluster.user ? O_NOFOLLOW : 0;
    const log = await open(path, O_APPEND | O_CREAT | O_WRONLY | noLink, 0o600);
    if (cluster.user) await log.chown(cluster.user.uid, cluster.user.gid);
    return log;
  } catch (error) {
    if (codeOf(error) === 'EROFS') throw new EmbeddedDatabaseError(explainReadOnly(cluster.data_dir));
    throw new EmbeddedDatabaseError(
      `PostgreSQL's log ${path} cannot be written (${codeOf(error)}). Move it away, or change its owner to the user that runs Postrider.`,
    );
  }
}

async function readLog(cluster: Cluster, from: number): Promise<string> {
  const log = await readFile(logPath(cluster)).catch(() => Buffer.alloc(0));
  return log.subarray(from).subarray(-2000).toString().trim();
}

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { cp, lchown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Cluster, prepareCluster } from '../platform/embedded/cluster.ts';
import { isRoot, spawnProgram } from '../platform/embedded/programs.ts';
import { execute } from './database.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

/** A separate PostgreSQL server on a port of loopback. Take it with `await using`, so that nothing of it is left. */
export type TestServer = AsyncDisposable & {
  /** The address of its first database. */
  url: string;
  port: number;
  /** Its folder, with its log in `postgres.log`. */
  folder: string;
  /** Starts it again after its end, on the same port, and waits until it answers. */
  start(): Promise<void>;
  /**
   * Ends the server: SIGTERM waits for sessions, SIGINT ends them, SIGQUIT is a crash, and after SIGKILL its other processes have to
   * notice.
   */
  end(signal: NodeJS.Signals): Promise<void>;
};

const quick = { fsync: 'off', full_page_writes: 'off', shared_buffers: '64MB', max_connections: '60' };
const replicating = { wal_level: 'replica', max_wal_senders: '5', hot_standby: 'on' };

/** Starts a server that can have standbys. `settings` are PostgreSQL's, in addition to those that make it fast. */
export async function openPrimary(settings: Record<string, string> = {}): Promise<TestServer> {
  const data_dir = await mkdtemp(join(tmpdir(), 'postrider-server-'));
  const cluster = await prepareCluster(data_dir, { durable: false, log: () => {} });
  return openServer(cluster, settings);
}

/**
 * Copies a running primary, and starts the copy as its streaming standby. `name` is its `application_name`, which
 * `synchronous_standby_names` of the primary may contain.
 */
export async function openStandby(
  primary: TestServer,
  { name = 'standby', settings = {} }: { name?: string; settings?: Record<string, string> } = {},
): Promise<TestServer> {
  const data_dir = await mkdtemp(join(tmpdir(), 'postrider-standby-'));
  const dir = join(data_dir, 'postgres');
  await copyRunning(primary, dir);
  await cp(join(primary.folder, 'postgres.secret'), join(data_dir, 'postgres.secret'));
  const { hostname, port, username, password } = new URL(primary.url);
  const source = `host=${hostname} port=${port} user=${username} password=${password} application_name=${name}`;
  await writeFile(join(dir, 'standby.signal'), '');
  await writeFile(join(dir, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  await giveTo(await stat(join(primary.folder, 'postgres')), dir);
  return openServer(await prepareCluster(data_dir, { durable: false, log: () => {} }), settings);
}

/** Turns the standby into a primary, and waits until it accepts writes. */
export async function promote(standby: TestServer): Promise<void> {
  await execute(standby.url, 'select pg_promote()');
}

/** Waits until the standby shows everything that the primary has committed so far. */
export async function caughtUp(primary: TestServer, standby: TestServer): Promise<void> {
  const [{ position }] = await ask(primary, 'select pg_current_wal_flush_lsn() as position');
  await until('the standby has caught up', async () => {
    const [{ has }] = await ask(standby, `select pg_last_wal_replay_lsn() >= '${position}'::pg_lsn as has`);
    return has;
  });
}

/** Runs one statement on a separate connection, and returns its rows. */
// biome-ignore lint/suspicious/noExplicitAny: rows of any statement
export async function ask({ url }: Pick<TestServer, 'url'>, statement: string): Promise<any[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the server may be killed
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function openServer(cluster: Cluster, settings: Record<string, string>): Promise<TestServer> {
  const port = await freePort();
  const url = `postgres://postrider:${encodeURIComponent(cluster.password)}@127.0.0.1:${port}/postgres`;
  let running: ReturnType<typeof spawnServer> | undefined;
  const server: TestServer = {
    url,
    port,
    folder: cluster.data_dir,
    async start() {
      running = spawnServer(cluster, { ...quick, ...replicating, ...settings, port: String(port) });
      const started = running;
      await until('the server answers', async () => {
        if (started.exitCode !== null) throw new Error(await readFile(logOf(cluster), 'utf8'));
        return ask(server, 'select').catch(() => undefined);
      });
    },
    async end(signal) {
      if (!running?.pid || running.exitCode !== null || running.signalCode !== null) return;
      const ended = once(running, 'exit');
      process.kill(running.pid, signal);
      await ended;
    },
    async [Symbol.asyncDispose]() {
      await server.end('SIGINT');
      await rm(cluster.data_dir, { recursive: true, force: true });
    },
  };
  try {
    await server.start();
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
  return server;
}

function spawnServer(cluster: Cluster, settings: Record<string, string>) {
  const log = openSync(logOf(cluster), 'a');
  const options = Object.entries({ ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: '' });
  try {
    return spawnProgram(cluster.binaries.postgres, {
      user: cluster.user,
      output: log,
      paths: [cluster.dir],
      args: folder => ['-D', folder, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    });
  } finally {
    closeSync(log);
  }
}

function logOf({ data_dir }: Cluster): string {
  return join(data_dir, 'postgres.log');
}

/** Copies the files of a running server as `pg_basebackup` does, which is not part of the embedded PostgreSQL. */
async function copyRunning({ url, folder }: TestServer, to: string): Promise<void> {
  const from = join(folder, 'postgres');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_backup_start($1, true)', [randomBytes(4).toString('hex')]);
    await mkdir(to, { mode: 0o700 });
    for (const name of await readdir(from)) {
      if (name === 'postmaster.pid' || name === 'postmaster.opts') continue;
      // Files may disappear while they are copied. The log written during the backup makes up for that.
      await cp(join(from, name), join(to, name), {
        recursive: true,
        filter: path => !/pg_wal\/./.test(path),
      });
    }
    await mkdir(join(to, 'pg_wal', 'archive_status'), { recursive: true });
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    await writeFile(join(to, 'backup_label'), rows[0].labelfile);
  } finally {
    await client.end();
  }
}

/** Gives the copy to the server's user if root runs this. */
async function giveTo({ uid, gid }: { uid: number; gid: number }, dir: string): Promise<void> {
  if (!isRoot()) return;
  const names = await readdir(dir, { recursive: true });
  for (const path of [dir, ...names.map(name => join(dir, name))]) await lchown(path, uid, gid);
}

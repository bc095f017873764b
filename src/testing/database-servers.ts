import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Binaries, findBinaries } from '../platform/embedded/binaries.ts';
import { isRoot, nobody, type ServerUser, spawnProgram } from '../platform/embedded/programs.ts';
import { ask } from './embedded-trial.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

/** A PostgreSQL server of its own, which listens on loopback. */
export type DatabaseServer = {
  port: number;
  /** `127.0.0.1:PORT`, as it stands in an address. */
  place: string;
  start(): Promise<void>;
  /** Makes a standby a primary. */
  promote(): Promise<void>;
  /** SIGKILL: as if its machine had lost power. SIGINT: a stop in order. Resolves when the process is gone. */
  end(signal: 'SIGKILL' | 'SIGINT'): Promise<void>;
};

export type Pair = AsyncDisposable & {
  primary: DatabaseServer;
  standby: DatabaseServer;
  /** Makes the standby miss what happens from now on. */
  cutOff(): Promise<void>;
  /** The address of a database on whichever of the two accepts writes. */
  url(database: string): string;
};

const settings = [
  'fsync=off',
  'wal_level=replica',
  'hot_standby=on',
  'max_connections=200',
  'wal_keep_size=1GB',
];

/**
 * A primary and its standby. With `synchronous`, the primary acknowledges a commit only when the standby has it. Without, the
 * standby may be behind.
 */
export async function openPair({ synchronous }: { synchronous: boolean }): Promise<Pair> {
  await using opening = new AsyncDisposableStack(); // if something fails, what was already opened is closed
  const user = isRoot() ? nobody : undefined;
  const folder = await mkdtemp(join(tmpdir(), 'postrider-pair-'));
  opening.defer(() => rm(folder, { recursive: true, force: true }));
  if (user) await chown(folder, user.uid, user.gid);
  const binaries = await findBinaries({ data_dir: folder, as_root: user !== undefined });
  const of = async (name: string) => {
    const data = join(folder, name);
    const server = openDatabaseServer({ data, port: await freePort(), binaries, user });
    opening.defer(() => server.end('SIGKILL'));
    return { data, server };
  };
  const primary = await of('primary');
  const standby = await of('standby');
  await makeCluster(primary.data, binaries, user);
  await promisify(execFile)('cp', ['-a', primary.data, standby.data]);
  await writeFile(join(standby.data, 'standby.signal'), '');
  await appendFile(
    join(standby.data, 'postgresql.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.server.port} user=postrider application_name=standby'\n`,
  );
  if (synchronous)
    await appendFile(join(primary.data, 'postgresql.conf'), `synchronous_standby_names = 'standby'\n`);
  await primary.server.start();
  await standby.server.start();
  await until('the standby follows', () => follows(primary.server, synchronous ? 'sync' : 'async'));
  const opened = opening.move();
  return {
    primary: primary.server,
    standby: standby.server,
    async cutOff() {
      const url = `postgresql://postrider@${standby.server.place}/postgres`;
      await ask(url, `alter system set primary_conninfo = ''`);
      await ask(url, 'select pg_reload_conf()');
      await until('nobody follows', async () => !(await follows(primary.server, 'async')));
    },
    url: database => `postgresql://postrider@${primary.server.place},${standby.server.place}/${database}`,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function follows({ place }: DatabaseServer, state: string): Promise<boolean> {
  const row = await ask(
    `postgresql://postrider@${place}/postgres`,
    'select sync_state from pg_stat_replication',
  );
  return row?.sync_state === state;
}

async function makeCluster(data: string, binaries: Binaries, user: ServerUser): Promise<void> {
  await mkdir(data, { mode: 0o700 });
  if (user) await chown(data, user.uid, user.gid);
  const made = spawnProgram(binaries.initdb, {
    user,
    output: 'pipe',
    paths: [data],
    args: path => [
      `--pgdata=${path}`,
      '--username=postrider',
      '--auth=trust',
      '--encoding=UTF8',
      '--no-sync',
    ],
  });
  made.stdout?.resume();
  made.stderr?.resume();
  const [code] = await once(made, 'exit');
  if (code !== 0) throw new Error(`initdb ended with ${code}`);
}

type Cluster = { data: string; port: number; binaries: Binaries; user: ServerUser };

function openDatabaseServer({ data, port, binaries, user }: Cluster): DatabaseServer {
  const place = `127.0.0.1:${port}`;
  const url = `postgresql://postrider@${place}/postgres`;
  let running: ChildProcess | undefined;
  return {
    port,
    place,
    async start() {
      const log = await open(`${data}.log`, 'a');
      running = spawnProgram(binaries.postgres, {
        user,
        output: log.fd,
        paths: [data],
        args: path => [
          '-D',
          path,
          ...[...settings, `port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='].flatMap(
            one => ['-c', one],
          ),
        ],
      });
      await log.close();
      await until(
        'the server answers',
        async () => (await ask(url, 'select 1 as one').catch(() => undefined)) !== undefined,
      );
    },
    async promote() {
      await ask(url, 'select pg_promote(true, 60)');
    },
    async end(signal) {
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const ended = once(running, 'exit');
      running.kill(signal);
      await ended;
    },
  };
}

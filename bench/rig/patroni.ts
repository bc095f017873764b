import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask } from '../../src/testing/embedded-trial.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { until } from '../../src/testing/until.ts';
import { atTheLatestAtTheEnd } from './endings.ts';

const password = 'bench';
/** The folder of PostgreSQL's programs in Debian. */
const bin_dir = process.env.PG_BIN ?? '/usr/lib/postgresql/15/bin';

export type Patroni = {
  /** Returns the address of a database on the server that accepts writes. */
  url(database: string): string;
  /** Kills Patroni and PostgreSQL on the host of the primary, as if it had lost power. */
  losePrimary(): Promise<void>;
  /** Resolves when the other server accepts writes. */
  untilPromoted(): Promise<void>;
};

type Host = { name: string; place: string; data: string; patroni: ChildProcess };

/**
 * Opens two servers of PostgreSQL, each with its Patroni, and an etcd, on loopback, with the settings of docs/running/high-availability.md.
 */
export async function openPatroni(folder: string): Promise<Patroni> {
  refuseMissing();
  const user = postgresUser();
  const own = async (path: string) => {
    await mkdir(path, { recursive: true, mode: 0o700 });
    if (user) await chown(path, user.uid, user.gid);
    return path;
  };
  await own(folder);
  const start = async (program: string, args: string[], name: string) => {
    const log = await open(join(folder, `${name}.log`), 'a');
    const child = spawn(program, args, { ...user, cwd: folder, stdio: ['ignore', log.fd, log.fd] });
    await log.close();
    atTheLatestAtTheEnd(() => kill(child));
    return child;
  };
  const etcd = `127.0.0.1:${await freePort()}`;
  const peer = `http://127.0.0.1:${await freePort()}`;
  const client = `http://${etcd}`;
  await start(
    'etcd',
    [
      ['data-dir', await own(join(folder, 'etcd'))],
      ['listen-client-urls', client],
      ['advertise-client-urls', client],
      ['listen-peer-urls', peer],
      ['initial-advertise-peer-urls', peer],
      ['initial-cluster', `default=${peer}`],
    ].map(([name, value]) => `--${name}=${value}`),
    'etcd',
  );
  await until('etcd answers', async () =>
    fetch(`${client}/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const hosts: Host[] = [];
  for (const name of ['one', 'two']) {
    const data = join(folder, name);
    const place = `127.0.0.1:${await freePort()}`;
    const file = join(folder, `${name}.yml`);
    await writeFile(
      file,
      settings({ name, etcd, place, rest: `127.0.0.1:${await freePort()}`, data, folder }),
    );
    if (user) await chown(file, user.uid, user.gid);
    const patroni = await start('patroni', [file], name);
    atTheLatestAtTheEnd(() => killPostgres(data));
    const host = { name, place, data, patroni };
    hosts.push(host);
    await until(`PostgreSQL ${name} answers`, () => stateOf(host));
  }
  const primary = await until('a primary', async () => findPrimary(hosts));
  await until('its standby is synchronous', async () => {
    const row = await ask(urlOf(primary.place, 'postgres'), 'select sync_state from pg_stat_replication');
    return row?.sync_state === 'sync';
  });
  const others = hosts.filter(host => host !== primary);
  return {
    url: database => urlOf(hosts.map(({ place }) => place).join(','), database),
    async losePrimary() {
      await kill(primary.patroni);
      await killPostgres(primary.data);
    },
    untilPromoted: async () => void (await until('a new primary', async () => findPrimary(others))),
  };
}

function urlOf(places: string, database: string): string {
  return `postgresql://postgres:${password}@${places}/${database}`;
}

async function findPrimary(hosts: Host[]): Promise<Host | undefined> {
  for (const host of hosts) if ((await stateOf(host)) === 'primary') return host;
  return undefined;
}

async function stateOf({ place }: Host): Promise<'primary' | 'standby' | undefined> {
  const row = await ask(urlOf(place, 'postgres'), 'select pg_is_in_recovery() as is_standby').catch(
    () => undefined,
  );
  return row && (row.is_standby ? 'standby' : 'primary');
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function killPostgres(data: string): Promise<void> {
  const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  try {
    if (pid) process.kill(Number(pid), 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Returns the user postgres if this process runs as root, because PostgreSQL and Patroni refuse to. */
function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function refuseMissing(): void {
  const missing = ['etcd', 'patroni', `${bin_dir}/postgres`].filter(program => {
    try {
      execFileSync(program, ['--version'], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
  if (missing.length === 0) return;
  console.error(
    `This needs ${missing.join(', ')}. On Debian: apt install postgresql-15 patroni etcd-server python3-etcd (PG_BIN names another folder with PostgreSQL's programs).`,
  );
  process.exit(1);
}

type Settings = { name: string; etcd: string; place: string; rest: string; data: string; folder: string };

function settings({ name, etcd, place, rest, data, folder }: Settings): string {
  return `scope: postrider
name: ${name}
restapi:
  listen: ${rest}
  connect_address: ${rest}
etcd3:
  hosts: ${etcd}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: 200
        synchronous_commit: 'on'
  initdb:
    - encoding: UTF8
    - data-checksums
postgresql:
  listen: ${place}
  connect_address: ${place}
  data_dir: ${data}
  bin_dir: ${bin_dir}
  pgpass: ${join(folder, `${name}.pgpass`)}
  parameters:
    unix_socket_directories: ''
  pg_hba:
    - host all all 127.0.0.1/32 scram-sha-256
    - host replication all 127.0.0.1/32 scram-sha-256
  authentication:
    superuser: { username: postgres, password: ${password} }
    replication: { username: replicator, password: ${password} }
    rewind: { username: rewinder, password: ${password} }
`;
}

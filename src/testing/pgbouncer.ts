import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

export type PgBouncer = {
  /** The server's address through PgBouncer. */
  url: string;
  /** The version that the program reports, such as 1.25.2. */
  version: string;
  /** Kills it as a crash would, and starts it again. */
  crash(): Promise<void>;
  close(): Promise<void>;
};

const program = process.env.PGBOUNCER ?? 'pgbouncer';
/** PgBouncer refuses to run as root. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Returns the version of the installed PgBouncer; undefined if there is none. `PGBOUNCER` names another program. */
export async function findPgBouncer(): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)(program, ['--version']).catch(() => ({ stdout: '' }));
  return /^PgBouncer (\S+)/.exec(stdout)?.[1];
}

export const howToInstall =
  'PgBouncer is not installed. Install it (apt-get install pgbouncer), or name the program with PGBOUNCER.';

/**
 * Starts PgBouncer in transaction mode in front of all databases of a server, with `size` connections to each. Its settings are in
 * `folder`, which it must be able to enter. `keeps_statements` says whether it keeps prepared statements, which it can since 1.21. Throws
 * if it is not installed.
 */
export async function startPgBouncer(
  server_url: string,
  { folder, size, keeps_statements = true }: { folder: string; size: number; keeps_statements?: boolean },
): Promise<PgBouncer> {
  const version = await findPgBouncer();
  if (version === undefined) throw new Error(howToInstall);
  const port = await freePort();
  const file = join(folder, `pgbouncer-${port}.ini`);
  const kept = keeps_statements ? 200 : 0;
  await writeFile(
    file,
    settingsOf(server_url, { port, size, kept: canKeepStatements(version) ? kept : undefined }),
  );
  let running = await start(file, port);
  const { username, pathname } = new URL(server_url);
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}?sslmode=disable`,
    version,
    async crash() {
      await end(running, 'SIGKILL');
      running = await start(file, port);
    },
    close: () => end(running, 'SIGTERM'),
  };
}

/** Returns true if this version can keep prepared statements. */
export function canKeepStatements(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 1 || minor >= 21;
}

function settingsOf(
  url: string,
  { port, size, kept }: { port: number; size: number; kept: number | undefined },
): string {
  const { hostname, port: server_port, searchParams, username, password } = new URL(url);
  const login = Object.entries({
    host: searchParams.get('host') ?? hostname,
    port: server_port || '5432',
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  });
  return [
    '[databases]',
    `* = ${login.map(([name, value]) => `${name}='${value.replaceAll("'", "''")}'`).join(' ')}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'max_client_conn = 2000',
    `default_pool_size = ${size}`,
    ...(kept === undefined ? [] : [`max_prepared_statements = ${kept}`]),
    '',
  ].join('\n');
}

async function start(file: string, port: number): Promise<ChildProcess> {
  const child = spawn(program, ['--quiet', file], { stdio: ['ignore', 'ignore', 'pipe'], ...user });
  let said = '';
  child.stderr.on('data', part => {
    said = `${said}${part}`.slice(-2000);
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  await until('PgBouncer listens', async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${said}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    return isOpen;
  });
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask, openPrimary, openStandby, promote, type TestServer } from './servers.ts';
import { until } from './until.ts';

/** One server of a pair. */
export type DatabaseServer = Pick<TestServer, 'port' | 'start' | 'end'> & {
  /** `127.0.0.1:PORT`, as in an address. */
  place: string;
  /** Turns a standby into a primary. */
  promote(): Promise<void>;
};

export type Pair = AsyncDisposable & {
  primary: DatabaseServer;
  standby: DatabaseServer;
  /** Cuts the standby off from all further changes. */
  cutOff(): Promise<void>;
  /** Returns the address of a database on the server of the pair that accepts writes. */
  url(database: string): string;
};

const settings = { max_connections: '200', wal_keep_size: '1GB' };

/**
 * Opens a primary and its standby, which ask for no password. With `synchronous`, the primary acknowledges a commit only when the standby
 * has it. Without, the standby may be behind.
 */
export async function openPair({ synchronous }: { synchronous: boolean }): Promise<Pair> {
  await using opening = new AsyncDisposableStack(); // if something fails, everything opened before is closed
  const primary = opening.use(await openPrimary(settings));
  await trustEverybody(primary);
  const standby = opening.use(await openStandby(primary, { settings }));
  if (synchronous) await set(primary, 'synchronous_standby_names', 'standby');
  await until('the standby follows', () => follows(primary, synchronous ? 'sync' : 'async'));
  const opened = opening.move();
  return {
    primary: serverOf(primary),
    standby: serverOf(standby),
    async cutOff() {
      await set(standby, 'primary_conninfo', '');
      await until('nobody follows', async () => !(await follows(primary, 'async')));
    },
    url: database => `postgresql://postrider@${placeOf(primary)},${placeOf(standby)}/${database}`,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function serverOf(server: TestServer): DatabaseServer {
  const { port, start, end } = server;
  return { port, start, end, place: placeOf(server), promote: () => promote(server) };
}

function placeOf({ port }: TestServer): string {
  return `127.0.0.1:${port}`;
}

async function follows(primary: TestServer, state: string): Promise<boolean> {
  const [row] = await ask(primary, 'select sync_state from pg_stat_replication');
  return row?.sync_state === state;
}

/** Changes a setting of a running server. */
async function set(server: TestServer, name: string, value: string): Promise<void> {
  await ask(server, `alter system set ${name} = '${value}'`);
  await ask(server, 'select pg_reload_conf()');
}

async function trustEverybody(primary: TestServer): Promise<void> {
  const rules = ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'];
  await writeFile(join(primary.folder, 'postgres', 'pg_hba.conf'), `${rules.join('\n')}\n`);
  await ask(primary, 'select pg_reload_conf()');
}

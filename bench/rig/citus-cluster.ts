import { readFileSync } from 'node:fs';
import pg from 'pg';
import { connectDatabase, type Database } from '../../src/platform/database/connect.ts';
import { atTheLatestAtTheEnd } from './endings.ts';
import { serverSeconds } from './postgres-usage.ts';

export type Cluster = {
  version: string;
  /** An empty database on every node, with the extension. */
  db: Database;
  /** An empty database on the server of the coordinator, without the extension. */
  plain: Database;
  workers: number;
  /** Returns the processor time that all nodes have used; 0 unless they run on this machine. */
  cpuSeconds(): number;
  close(): Promise<void>;
};

const names = { citus: 'postrider_citus', plain: 'postrider_plain' };

/**
 * Opens the Citus cluster whose coordinator is at `url`: a superuser, and a database with the extension and its workers. Creates its own
 * databases, which `close` drops. Throws if there is no cluster.
 */
export async function openCluster(url: string): Promise<Cluster> {
  const nodes = await listNodes(url);
  const first_pids = await Promise.all(nodes.map(firstPid));
  const drop = async () => {
    for (const node of nodes) await run(node, `drop database if exists ${names.citus} with (force)`);
    await run(url, `drop database if exists ${names.plain} with (force)`);
  };
  await drop();
  await run(url, `create database ${names.plain}`);
  for (const node of nodes) {
    await run(node, `create database ${names.citus}`);
    await run(withName(node, names.citus), 'create extension citus');
  }
  const made = withName(url, names.citus);
  const [coordinator, ...workers] = nodes.map(node => new URL(node));
  await run(made, `select citus_set_coordinator_host('${coordinator!.hostname}', ${coordinator!.port})`);
  for (const { hostname, port } of workers) await run(made, `select citus_add_node('${hostname}', ${port})`);
  const [citus] = await run(made, 'select citus_version() as version, version() as server');
  const [db, plain] = [made, withName(url, names.plain)].map(url =>
    connectDatabase(url, { size: 1, on_error: () => {} }),
  ) as [Database, Database];
  const close = atTheLatestAtTheEnd(async () => {
    await db.destroy();
    await plain.destroy();
    await drop();
  });
  const version = [citus!.version, citus!.server].map(text => String(text).split(' on ')[0]).join(' with ');
  return { version, db, plain, workers: workers.length, cpuSeconds: () => serverSeconds(first_pids), close };
}

/** Returns the addresses of all nodes, the coordinator first. */
async function listNodes(url: string): Promise<string[]> {
  const rows = await run(url, 'select nodename, nodeport, groupid from pg_dist_node order by groupid');
  const workers = rows.filter(row => row.groupid !== 0);
  if (workers.length === 0)
    throw new Error('The database of CITUS_URL has no workers. Add some with citus_add_node.');
  return [
    url,
    ...workers.map(({ nodename, nodeport }) => {
      const node = new URL(url);
      [node.hostname, node.port] = [String(nodename), String(nodeport)];
      return node.href;
    }),
  ];
}

/** Returns the root process of the node, if it runs on this machine. */
async function firstPid(node: string): Promise<number> {
  const client = new pg.Client(node);
  await client.connect();
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const stat = readFileSync(`/proc/${rows[0].pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  } finally {
    await client.end();
  }
}

async function run(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function withName(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

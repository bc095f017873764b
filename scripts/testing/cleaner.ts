// Runs next to the tests and outlives them however they end. Once its standard input closes, even because the runner is killed, it ends the
// processes of the run, drops its databases on an external server and removes its folder.
import { rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { execute } from '../../src/testing/database.ts';
import { endProcesses } from './processes.ts';

/** The input that the runner writes to it. */
export type Run = {
  folder: string;
  /** A server that outlives the run, and the prefix of the run's databases. */
  outside?: { url: string; prefix: string };
};

const { folder, outside }: Run = JSON.parse(await text(process.stdin));
await endProcesses({ folder }, 2000);
if (outside) await dropDatabases(outside.url, outside.prefix);
await rm(folder, { recursive: true, force: true, maxRetries: 5 });

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
    prefix,
  ]);
  await client.end();
  await execute(url, ...rows.map(row => `drop database if exists ${row.datname} with (force)`));
}

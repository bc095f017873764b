// npm test [-- files or node:test options]: runs the tests against a PostgreSQL that has a migrated template database.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { constants } from 'node:os';
import pg from 'pg';
import { execute } from '../src/testing/database.ts';
import { createMigratedDatabase, openServer, type Server } from './server.ts';

const everything = ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts'];
const template = `postrider_test_${randomBytes(4).toString('hex')}`;
let runner: ChildProcess | undefined;
let stopped: NodeJS.Signals | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopped = signal;
    runner?.kill(signal);
  });
}
process.exitCode = await testOnServer();

async function testOnServer(): Promise<number> {
  const server = await openServer();
  try {
    await createMigratedDatabase(server, template);
    return await runTests(server, process.argv.slice(2));
  } finally {
    await dropDatabases(server);
    await server.close();
  }
}

async function runTests(server: Server, args: string[]): Promise<number> {
  const files = args.some(arg => !arg.startsWith('-')) ? [] : everything;
  const options = [
    '--disable-warning=ExperimentalWarning',
    '--test',
    '--test-concurrency=2',
    '--test-timeout=300000',
  ];
  if (!stopped) {
    runner = spawn(process.execPath, [...options, ...args, ...files], {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: server.url, TEST_TEMPLATE: template },
    });
    const [code] = await once(runner, 'exit');
    if (!stopped) return code ?? 1;
  }
  return 128 + constants.signals[stopped];
}

/** The template, and the clones of test files that did not get to drop theirs. */
async function dropDatabases(server: Server): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
    template,
  ]);
  await client.end();
  await execute(server.url, ...rows.map(row => `drop database if exists ${row.datname} with (force)`));
}

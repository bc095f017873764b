// npm test [-- files, folders, globs, options of node:test]: runs the tests against a PostgreSQL with a migrated template database. Some
// files of a room share a process (scripts/testing/plan.ts). scripts/testing/file.ts says what files may do and what makes them fail.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildProgram } from '../src/program/build-program.ts';
import { buildDashboard } from '../src/program/dashboard.ts';
import { startPgBouncer } from '../src/testing/pgbouncer.ts';
import { testSecretKey } from '../src/testing/vault.ts';
import { createMigratedDatabase, makeFolder, openServer } from './server.ts';
import { readArguments } from './testing/arguments.ts';
import type { Run } from './testing/cleaner.ts';
import { type FileResult, runFiles } from './testing/file.ts';
import { planRuns } from './testing/plan.ts';
import { printLine, printReport } from './testing/print.ts';

const since = performance.now();
const stopping = new AbortController();
let stopped: NodeJS.Signals | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopped ??= signal;
    stopping.abort();
  });
}

const wish = readArguments(process.argv.slice(2), {
  at_once: Math.min(6, availableParallelism() + 2), // files spend much of their time waiting for child processes and timers
  file_limit: 600_000,
});
const results: FileResult[] = [];
try {
  await runOnServer();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  const passed = printReport(results, {
    seconds: (performance.now() - since) / 1000,
    wanted: wish.files.length,
  });
  if (!passed) process.exitCode = 1;
}
process.exit(stopped ? 128 + constants.signals[stopped] : process.exitCode);

async function runOnServer(): Promise<void> {
  const folder = await makeFolder();
  chmodSync(folder, 0o755); // servers started by root run as other users
  const prefix = `postrider_test_${randomBytes(4).toString('hex')}`;
  const { DATABASE_URL: url } = process.env;
  await using opened = new AsyncDisposableStack();
  const cleanUp = startCleaner(url ? { folder, outside: { url, prefix } } : { folder });
  try {
    const server = await openServer(folder);
    try {
      const [program] = await Promise.all([
        buildForTests(),
        createMigratedDatabase(server, prefix),
        buildForScenarios(),
      ]);
      const pooler = wish.is_pooled
        ? opened.adopt(await startPgBouncer(server.url, { folder, size: 20 }), one => one.close())
        : undefined;
      if (pooler) console.log(`The tests reach PostgreSQL through PgBouncer ${pooler.version}.`);
      await runAll(folder, {
        ...process.env,
        NODE_COMPILE_CACHE: join(folder, 'compiled'), // loading the program is most of the work of many files
        TEST_DATABASE_URL: server.url,
        TEST_TEMPLATE: prefix,
        ...(pooler && { TEST_POOLER_URL: pooler.url }),
        TEST_PROGRAM: program,
        SECRET_KEY: testSecretKey, // for services that tests start as separate processes
      });
    } finally {
      await server.close();
    }
  } finally {
    await cleanUp();
  }
}

/** Builds the program, for tests that start it as a separate process. */
async function buildForTests(): Promise<string> {
  const { file, trouble } = await buildProgram({ say: console.log });
  if (trouble !== undefined) throw new Error(trouble);
  return file;
}

/** Builds the web interface, because scenarios show or start it, and each of them would otherwise build it. */
async function buildForScenarios(): Promise<void> {
  if (!wish.files.some(file => file.startsWith('test/'))) return;
  const trouble = await buildDashboard({ say: console.log });
  if (trouble !== undefined) throw new Error(trouble);
}

async function runAll(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  // A pattern for the names of tests would match the names of files that share a process.
  const waiting = wish.is_narrowed ? wish.files.map(file => [file]) : planRuns(wish.files);
  const lane = async () => {
    while (!stopped) {
      const files = waiting.shift();
      if (files === undefined) return;
      const options = {
        args: wish.options,
        env,
        folder,
        limit: wish.file_limit,
        grace: 5000,
        may_be_empty: wish.is_narrowed,
        echo: wish.files.length === 1,
        signal: stopping.signal,
      };
      for (const result of await runFiles(files, options)) {
        results.push(result);
        printLine(result);
      }
    }
  };
  await Promise.all(Array.from({ length: wish.at_once }, lane));
}

/** Starts a process that cleans up after this one however it ends. The returned function requests the clean-up and waits for it. */
function startCleaner(run: Run): () => Promise<void> {
  const cleaner = spawn(process.execPath, [fileURLToPath(new URL('testing/cleaner.ts', import.meta.url))], {
    detached: true, // Ctrl-C in a terminal must not reach it
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(cleaner, 'exit');
  cleaner.stdin.write(JSON.stringify(run));
  return async () => {
    cleaner.stdin.end();
    const [code] = await ended;
    if (code !== 0) throw new Error(`Cleaning up after the tests failed (${code}).`);
  };
}

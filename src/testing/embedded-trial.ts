import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../platform/embedded/embedded.ts';
import { sightPostmaster } from '../platform/embedded/postmaster.ts';
import { closeSocketDir } from '../platform/embedded/sockets.ts';
import { until } from './until.ts';

/** For tests of the embedded database: folders, processes and servers that are gone when the test is over. */

const cleanings = new WeakMap<TestContext, AsyncDisposableStack>();

/**
 * Runs these functions when the test is over, the last one first: a database must be closed before its folder is removed. `t.after` runs in
 * the other order and stops at the first failure.
 */
export function afterwards(t: TestContext, clean: () => unknown): void {
  let stack = cleanings.get(t);
  if (!stack) {
    const all = new AsyncDisposableStack();
    stack = all;
    cleanings.set(t, all);
    t.after(() => all.disposeAsync());
  }
  stack.defer(async () => void (await clean()));
}

let made: Promise<string> | undefined;

/** Creates an empty data folder. Returns its absolute path without links. */
export async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'postrider-trial-')));
  afterwards(t, () => removeFolder(folder));
  return folder;
}

/** Copies a data folder that was used before, because making one takes half a second. */
export async function usedFolder(t: TestContext): Promise<string> {
  made ??= makeOne();
  const folder = await emptyFolder(t);
  await promisify(execFile)('cp', ['-a', `${await made}/.`, folder]);
  return folder;
}

export async function removeMadeFolder(): Promise<void> {
  const folder = await made;
  made = undefined;
  if (folder) await removeFolder(folder);
}

/** Opens the database in this process, without fsync. `logged` receives its log. */
export async function openHere(
  t: TestContext | undefined,
  data_dir: string,
  claim: boolean,
  logged: string[] = [],
): Promise<EmbeddedDatabase> {
  const log = (message: string) => void logged.push(message);
  const database = await openEmbeddedDatabase({ data_dir, claim, log, settings: { fsync: 'off' } });
  if (t) afterwards(t, () => database.close());
  return database;
}

export async function ask(url: string, query: string): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(query)).rows[0];
  } finally {
    await client.end();
  }
}

export async function runningServer(data_dir: string): Promise<number | undefined> {
  const { is, postmaster } = await sightPostmaster(join(data_dir, 'postgres'));
  return is === 'serving' ? postmaster.pid : undefined;
}

export async function untilGone(data_dir: string): Promise<void> {
  await until('the server to end', async () => (await runningServer(data_dir)) === undefined);
}

const program = `
  const [url, data_dir, claim] = process.argv.slice(1);
  const { openEmbeddedDatabase, EmbeddedDatabaseError } = await import(url);
  const say = what => console.log(JSON.stringify(what));
  say({ awake: true });
  await new Promise(resolve => process.stdin.once('data', resolve));
  try {
    const settings = { fsync: 'off' };
    const database = await openEmbeddedDatabase({ data_dir, claim: claim === 'true', log: () => {}, settings });
    process.stdin.once('data', async () => { await database.close(); process.exit(); });
    say({ url: database.url });
  } catch (error) {
    say(error instanceof EmbeddedDatabaseError ? { refused: error.message } : { crashed: String(error) });
    process.exit();
  }
`;

type Outcome = { awake?: true; url?: string; refused?: string; crashed?: string };
type Opener = {
  process: ChildProcess;
  open(): Promise<Outcome>;
  close(): Promise<void>;
  kill(): Promise<void>;
};

/** Starts another process that opens the folder when told to. */
export async function opener(t: TestContext, data_dir: string, claim: boolean): Promise<Opener> {
  const embedded = new URL('../platform/embedded/embedded.ts', import.meta.url).href;
  const args = ['--input-type=module', '-e', program, embedded, data_dir, String(claim)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const hear = async (): Promise<Outcome> => {
    const line = await lines.next();
    return line.done ? { crashed: 'it said nothing' } : JSON.parse(line.value);
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  afterwards(t, kill);
  await hear();
  return {
    process: child,
    open: () => {
      child.stdin.write('open');
      return hear();
    },
    close: async () => {
      child.stdin.write('close');
      await exited;
    },
    kill,
  };
}

async function makeOne(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'postrider-trial-')));
  const database = await openHere(undefined, folder, false);
  await database.close();
  return folder;
}

/** Removes the folder, and ends a server that the test has left there. */
async function removeFolder(folder: string): Promise<void> {
  const { is, postmaster } = await sightPostmaster(join(folder, 'postgres'));
  if (is === 'serving') {
    process.kill(postmaster.pid, 'SIGQUIT');
    await untilGone(folder);
    await closeSocketDir(postmaster.socket_dir);
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

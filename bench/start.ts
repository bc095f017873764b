// Measures how long a user waits for the greeting of `npm start`, with an empty folder and with one that has data, and the program's
// processor time until then. The time of npm itself, some 0.2 s, is left out.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findBinaries } from '../src/platform/embedded/binaries.ts';
import { isRoot, nobody, spawnProgram } from '../src/platform/embedded/programs.ts';
import { makeFolder } from './rig/database.ts';
import { atTheLatestAtTheEnd } from './rig/endings.ts';
import { startedSeconds } from './rig/postgres-usage.ts';
import { findPort } from './rig/processes.ts';
import { median, printTable } from './rig/table.ts';

const rounds = 5;
const port = await findPort();
// The program that package.json names for npm start.
const program = fileURLToPath(new URL('../bin/postrider.mjs', import.meta.url));

type Start = { ms: number; processor: number };

const first: Start[] = [];
const again: Start[] = [];
const bareNode: number[] = [];
const initdb: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const { folder, remove } = await makeFolder();
  first.push(await timeServe(folder));
  again.push(await timeServe(folder));
  initdb.push(await timeInitdb(folder));
  bareNode.push(await timed(promisify(execFile)(process.execPath, ['-e', '0'])));
  await remove();
}

const yardstick = { first: median(bareNode) + median(initdb), again: median(bareNode) };
printTable(`From the start of the process to the greeting, median of ${rounds}`, [
  ofStarts('first start, on an empty folder', first, yardstick.first),
  row(
    'yardstick: node -e 0, then initdb',
    initdb.map((time, round) => time + bareNode[round]!),
    yardstick.first,
  ),
  ofStarts('second start', again, yardstick.again),
  row('yardstick: node -e 0', bareNode, yardstick.again),
]);

function row(what: string, times: number[], yardstick: number) {
  return { what, ms: median(times), ratio: median(times) / yardstick, 'slowest ms': Math.max(...times) };
}

function ofStarts(what: string, starts: Start[], yardstick: number) {
  const times = starts.map(({ ms }) => ms);
  const processor = starts.map(one => one.processor);
  return { ...row(what, times, yardstick), 'processor ms of the program': median(processor) };
}

async function timeServe(folder: string): Promise<Start> {
  const service = spawn(process.execPath, [program, 'serve'], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const exit = once(service, 'exit');
  const end = atTheLatestAtTheEnd(async () => {
    service.kill('SIGINT');
    await exit;
  });
  const ms = await timed(greeted(service));
  const processor = startedSeconds() * 1000;
  await end();
  return { ms, processor };
}

async function greeted(service: ChildProcess): Promise<void> {
  let output = '';
  for await (const part of service.stdout!.iterator({ destroyOnReturn: false })) {
    output += part;
    if (output.includes('Postrider is ready')) return void service.stdout!.resume();
  }
  throw new Error(`no greeting, only: ${output}`);
}

async function timeInitdb(folder: string): Promise<number> {
  const cluster = join(folder, 'yardstick');
  await mkdir(cluster);
  const user = isRoot() ? nobody : undefined;
  if (user) await chown(cluster, user.uid, user.gid);
  const { initdb } = await findBinaries({ data_dir: folder, as_root: isRoot() });
  const args = (path: string) => [
    `--pgdata=${path}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const program = spawnProgram(initdb, { user, paths: [cluster], args, output: 'pipe' });
  program.stdout!.resume();
  program.stderr!.resume();
  return timed(
    once(program, 'exit').then(([code]) => {
      if (code !== 0) throw new Error(`initdb ended with ${code}`);
    }),
  );
}

async function timed(work: Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work;
  return performance.now() - since;
}

// How long a user waits for the greeting of `postrider serve`, with an empty folder and with one that has data.
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
import { findPort } from './rig/processes.ts';
import { median, printTable } from './rig/table.ts';

const rounds = 5;
const port = await findPort();
const command = fileURLToPath(new URL('../bin/postrider.ts', import.meta.url));

const first: number[] = [];
const again: number[] = [];
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

printTable(`From the start of the process to the greeting, median of ${rounds}`, [
  row('first start, on an empty folder', first, median(bareNode) + median(initdb)),
  row(
    'yardstick: node -e 0, then initdb',
    initdb.map((time, round) => time + bareNode[round]!),
    median(bareNode) + median(initdb),
  ),
  row('second start', again, median(bareNode)),
  row('yardstick: node -e 0', bareNode, median(bareNode)),
]);

function row(what: string, times: number[], yardstick: number) {
  return { what, ms: median(times), ratio: median(times) / yardstick, 'slowest ms': Math.max(...times) };
}

async function timeServe(folder: string): Promise<number> {
  const service = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', command, 'serve'], {
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
  const time = await timed(greeted(service));
  await end();
  return time;
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

// Two hosts with Postrider behind HAProxy, as in docs/running/high-availability.md: one Postrider is killed, then the primary of the
// database, whose standby is promoted. Records what visitors get meanwhile, with 20 requests a second.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { connectDatabase } from '../src/platform/database/connect.ts';
import { inProgram } from '../src/platform/root.ts';
import { openPair } from '../src/testing/database-servers.ts';
import { freePort } from '../src/testing/free-port.ts';
import { type RunningProcess, startProcess } from '../src/testing/processes.ts';
import { until } from '../src/testing/until.ts';
import { makeFolder } from './rig/database.ts';
import { atTheLatestAtTheEnd } from './rig/endings.ts';
import { printTable, type Row } from './rig/table.ts';

const pauseMilliseconds = 50;
const api_key = 'k'.repeat(32);

refuseWithoutHaproxy();
const { folder } = await makeFolder();
await using pair = await openPair({ synchronous: true });
await createDatabase();
const ports = [await freePort(), await freePort()];
const hosts: RunningProcess[] = [];
for (const port of ports) hosts.push(await startHost(port));
const door = await startHaproxy();
const visits: { at: number; status: number }[] = [];
const stopping = new AbortController();
const visiting = visit();
const rows: Row[] = [];

await until('visitors are served', async () => visits.at(-1)?.status === 200);
await phase('nothing happens', async () => {});
await phase('Postrider on one host is killed', async () => void (await hosts[0]!.end('SIGKILL')));
await phase('the primary is killed, and its standby promoted', async () => {
  await pair.primary.end('SIGKILL');
  await pair.standby.promote();
});
stopping.abort();
await visiting;
printTable(`Visitors behind HAProxy, ${1000 / pauseMilliseconds} requests a second`, rows);
process.exit();

async function createDatabase(): Promise<void> {
  await using db = connectDatabase(pair.url('postgres'), { size: 1, on_error: () => {} });
  await sql`create database postrider`.execute(db);
}

function startHost(port: number) {
  const env = {
    DATABASE_URL: pair.url('postrider'),
    DATA_DIR: join(folder, String(port)),
    SECRET_KEY: process.env.SECRET_KEY!,
    PORT: String(port),
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: 'smtp://127.0.0.1:9',
    API_KEY: api_key,
    RATE_LIMIT: '1000000',
  };
  return startProcess(['serve'], env, /Postrider is ready/);
}

/** Runs HAProxy with the settings of deploy/haproxy.cfg, on loopback and without TLS. Returns its address. */
async function startHaproxy(): Promise<string> {
  const port = await freePort();
  const settings = (await readFile(inProgram('deploy/haproxy.cfg'), 'utf8'))
    .replace(/^ *(?:bind :80|http-request redirect .*|log .*|option httplog)\n/gm, '')
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
    .replace('10.0.0.11:8080', `127.0.0.1:${ports[0]}`)
    .replace('10.0.0.12:8080', `127.0.0.1:${ports[1]}`);
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, settings);
  const child: ChildProcess = spawn('haproxy', ['-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  atTheLatestAtTheEnd(async () => void child.kill('SIGKILL'));
  process.once('exit', () => child.kill('SIGKILL'));
  return `http://127.0.0.1:${port}`;
}

async function visit(): Promise<void> {
  while (!stopping.signal.aborted) {
    void fetch(`${door}/v1/newsletters`, {
      headers: { authorization: `Token ${api_key}` },
      signal: AbortSignal.timeout(20_000),
    })
      .then(async answer => {
        await answer.arrayBuffer();
        visits.push({ at: performance.now(), status: answer.status });
      })
      .catch(() => visits.push({ at: performance.now(), status: 0 }));
    await sleep(pauseMilliseconds);
  }
}

/** Records the answers to visitors from `happen` until they have been served well for five seconds. */
async function phase(what: string, happen: () => Promise<void>): Promise<void> {
  const since = performance.now();
  await happen();
  const last_bad = () =>
    Math.max(since, ...visits.filter(({ status }) => status !== 200).map(({ at }) => at));
  await until(
    'visitors are served again',
    async () => performance.now() > last_bad() + 5000 && visits.at(-1)!.at > last_bad(),
  );
  const seen = visits.filter(({ at }) => at >= since);
  const good = seen.filter(({ status }) => status === 200).map(({ at }) => at);
  const gaps = good.map((at, index) => at - (good[index - 1] ?? since));
  rows.push({
    'what happens': what,
    requests: seen.length,
    served: good.length,
    'answered 503': seen.filter(({ status }) => status === 503).length,
    'other failures': seen.filter(({ status }) => ![200, 503].includes(status)).length,
    'longest pause (s)': (Math.max(...gaps) / 1000).toFixed(1),
  });
}

function refuseWithoutHaproxy(): void {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'ignore' });
  } catch {
    console.error('This needs haproxy. On Debian: apt install haproxy.');
    process.exit(1);
  }
}

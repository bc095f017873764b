// Measures what a report of a million rows (ROWS) costs sending. An email is sent to 20,000 people (COUNT) with no report, with a report
// that is read on a streaming replica, and, as the yardstick, with the same report on the primary, ROUNDS times (5) in turn. With
// `taskset`, the primary and the processes that send share one core, and the replica and the processes that make the report another, as on
// two machines. Each round is compared with its own sending without a report. The pace also depends on other work of the machine; the
// processor time of the primary and of the processes that send, which share one core, says what pace a core allows.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '../src/platform/database/connect.ts';
import { migrateToLatest } from '../src/platform/database/migrate.ts';
import { openPrimary, openStandby, type TestServer } from '../src/testing/servers.ts';
import { until } from '../src/testing/until.ts';
import { makeFolder } from './rig/database.ts';
import { atTheLatestAtTheEnd } from './rig/endings.ts';
import { processesBelow, serverSeconds } from './rig/postgres-usage.ts';
import { endProcess, findPort, hear, startProcess } from './rig/processes.ts';
import { seedNewsletter, seedSubscribers } from './rig/seed.ts';
import { openService, startSink } from './rig/sending.ts';
import { median, printTable } from './rig/table.ts';

const count = Number(process.env.COUNT ?? 20_000);
const reported = Number(process.env.ROWS ?? 1_000_000);
const rounds = Number(process.env.ROUNDS ?? 5);
const [api_key, reports_key] = ['k'.repeat(32), 'r'.repeat(32)];
const durable = { fsync: 'on', full_page_writes: 'on', shared_buffers: '256MB', max_wal_size: '2GB' };

/** Messages and rows a second, and microseconds of processor time a message. */
type Round = { rate: number; sender: number; primary: number; replica: number; rows: number };

const { folder, remove } = await makeFolder();
const primary = await openPrimary(durable);
atTheLatestAtTheEnd(async () => primary[Symbol.asyncDispose]());
await seed(primary);
const sink = await startSink();
const sender = await serve({ ROLE: 'all', SMTP_URL: sink.url });
const service = openService(sender.url, [sender.child], count);
const isPinned = pin(processesBelow([process.pid]), 0);
const standby = await openStandby(primary, { settings: { ...durable, hot_standby_feedback: 'on' } });
atTheLatestAtTheEnd(async () => standby[Symbol.asyncDispose]());
const onReplica = await serve({ ROLE: 'api', DATABASE_READ_URL: standby.url });
const onPrimary = await serve({ ROLE: 'api' });
for (const pid of [process.pid, pidOf(standby), onReplica.child.pid!, onPrimary.child.pid!])
  pin([pid, ...(pid === process.pid ? [] : processesBelow([pid]))], 1);
await until('the replica is in use', async () => {
  const { database } = await openService(onReplica.url, [], 0).call('GET', '/v1/system');
  return database.replicas[0].status === 'in_use';
});

const ways = {
  'no report': undefined,
  'report from the replica': onReplica.url,
  'report from the primary': onPrimary.url,
};
const results = new Map<string, Round[]>(Object.keys(ways).map(way => [way, []]));
await measure('Before the first round', undefined);
for (let round = 1; round <= rounds; round += 1) {
  const turns = Object.entries(ways);
  for (const [way, url] of round % 2 ? turns : turns.toReversed())
    results.get(way)!.push(await measure(`${way} ${round}`, url));
  console.error(`round ${round} of ${rounds}`);
}

const middle = (way: string, of: keyof Round) => median(results.get(way)!.map(round => round[of]));
const cost = ({ sender, primary }: Round) => sender + primary;
printTable(
  `Sending to ${count.toLocaleString('en')} people while a CSV file of ${reported.toLocaleString('en')} subscribers is made again and again; ${
    isPinned
      ? 'the primary and what sends on one core, the replica and what makes the file on another'
      : 'all processes share the cores'
  }; median of ${rounds} rounds`,
  Object.keys(ways).map(way => ({
    what: way,
    'messages/s': middle(way, 'rate'),
    'of no report': spread(way, (with_report, without) => with_report.rate / without.rate),
    'sender, CPU µs/message': middle(way, 'sender'),
    'primary, CPU µs/message': middle(way, 'primary'),
    'replica, CPU µs/message': middle(way, 'replica'),
    'pace by CPU, of no report': spread(way, (with_report, without) => cost(without) / cost(with_report)),
    'rows/s of the file': middle(way, 'rows'),
  })),
);
for (const { child } of [sender, onReplica, onPrimary]) await endProcess(child);
await sink.end();
await standby[Symbol.asyncDispose]();
await primary[Symbol.asyncDispose]();
await remove();

/** Returns the median of the rounds, the least and the most. */
function spread(way: string, ratio: (with_report: Round, without: Round) => number): string {
  const ratios = results.get(way)!.map((round, at) => 100 * ratio(round, results.get('no report')![at]!));
  const [middle, least, most] = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map(
    percent => Math.round(10 * percent) / 10,
  );
  return `${middle} % (${least} to ${most})`;
}

async function seed({ url }: TestServer): Promise<void> {
  const db = connectDatabase(url, { size: 2, on_error: () => {} });
  await migrateToLatest(db);
  await seedSubscribers(db, await seedNewsletter(db, api_key), count);
  await seedSubscribers(db, await seedNewsletter(db, reports_key, 'reports'), reported);
  await db.destroy();
}

async function serve(env: Record<string, string>) {
  const port = await findPort();
  const child = startProcess('serving.ts', {
    DATA_DIR: folder,
    DATABASE_URL: primary.url,
    SECRET_KEY: process.env.SECRET_KEY!,
    SMTP_URL: 'smtp://127.0.0.1:1',
    LOG_LEVEL: 'error',
    RATE_LIMIT: '1000000',
    PORT: String(port),
    ...env,
  });
  await hear(child);
  return { child, url: `http://127.0.0.1:${port}` };
}

/** Sends one email, while the process at `url`, if any, makes the file. */
async function measure(subject: string, url: string | undefined): Promise<Round> {
  const enough = new AbortController();
  const report = url ? readReports(url, enough.signal) : Promise.resolve(0);
  const used = () => [pidOf(primary), pidOf(standby)].map(pid => serverSeconds([pid]));
  const before = used();
  const { seconds, cpu_seconds } = await service.send(subject);
  const after = used();
  enough.abort();
  const bytes = await report;
  await sink.empty(count);
  const [of_primary, of_replica] = after.map((one, at) => ((one - before[at]!) / count) * 1e6);
  return {
    rate: count / seconds,
    sender: (cpu_seconds / count) * 1e6,
    primary: of_primary!,
    replica: of_replica!,
    rows: bytes / seconds,
  };
}

/** Reads the file repeatedly, and returns how many rows it got. */
async function readReports(url: string, signal: AbortSignal): Promise<number> {
  let rows = 0;
  try {
    for (;;) {
      const headers = { authorization: `Token ${reports_key}` };
      const { body } = await fetch(`${url}/v1/exports/csv/subscribers`, { headers, signal });
      for await (const piece of body!) for (const byte of piece) if (byte === 10) rows += 1;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    return rows;
  }
}

function pidOf({ folder }: TestServer): number {
  return Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Gives these processes one core. Returns false if this machine has only one, or no `taskset`. */
function pin(pids: number[], core: number): boolean {
  if (availableParallelism() < 2) return false;
  try {
    for (const pid of pids)
      execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)], {
        stdio: 'ignore',
      });
    return true;
  } catch {
    return false;
  }
}

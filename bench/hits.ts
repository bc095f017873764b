// Measures how fast opens are recorded: the batch writer on one connection, with verdict and ledger, compared with one autocommit insert
// per hit; and the HTTP route compared with the same route inserting each hit before it responds. COUNT sets the number of readers.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { writeHits } from '../src/delivery/tracking/write-hits.ts';
import { signStamp } from '../src/links/tracked.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { insertHit, openOf, seedDelivered } from './rig/hits.ts';
import { postgresSeconds } from './rig/postgres-usage.ts';
import { ask, endProcess, hear, startProcess, type Usage, usageNow } from './rig/processes.ts';
import { seedNewsletter, seedSubscribers } from './rig/seed.ts';
import { median, printTable, quantile } from './rig/table.ts';

const readersCount = Number(process.env.COUNT ?? 20_000);
const batchSize = 1000; // as in the intake
const connections = 10; // of the pool
const singles = Math.min(3000, readersCount / 2);
const rounds = 3;
const clients = 32;

const { folder, remove } = await makeFolder();
const { db, url, close } = await openBenchDatabase(folder, { connections });
const newsletter = await seedNewsletter(db, 'k'.repeat(32));
await seedSubscribers(db, newsletter, readersCount);

const batched: Pace[] = [];
const single: Pace[] = [];
const parallel: Pace[] = [];
for (let round = 0; round < rounds; round += 1) {
  const ours = await seedDelivered(db, newsletter, `Batches ${round}`);
  batched.push(await paceOf(readersCount, () => writeInBatches(ours)));
  const bare = await seedDelivered(db, newsletter, `Singles ${round}`);
  single.push(await paceOf(singles, () => writeEach(bare, 0, singles, 1)));
  parallel.push(await paceOf(singles, () => writeEach(bare, singles, 2 * singles, connections)));
}
const of = (paces: Pace[], figure: keyof Pace) => median(paces.map(pace => pace[figure]));
const row = (what: string, paces: Pace[]) => ({
  what,
  'hits/s': of(paces, 'per_second'),
  'CPU µs': of(paces, 'program'),
  'PostgreSQL µs': of(paces, 'postgres'),
  ratio: of(paces, 'per_second') / of(single, 'per_second'),
});
printTable(`Writing opens of ${readersCount} readers, median of ${rounds} rounds`, [
  row(`batches of ${batchSize}, with verdict, ledger and counts`, batched),
  row('one autocommit insert a hit, one connection', single),
  row(`one autocommit insert a hit, ${connections} connections`, parallel),
]);

const routes = [await measureRoute('each'), await measureRoute('batched')];
const [each] = routes;
printTable(
  `GET of the pixel, ${clients} clients`,
  routes.map(({ what, answered, written, p50, p99, program, postgres }) => ({
    what,
    'answered/s': answered,
    'written/s': written,
    'p50 ms': p50,
    'p99 ms': p99,
    'CPU µs': program,
    'PostgreSQL µs': postgres,
    ratio: written / each!.written,
  })),
);
await close();
await remove();

type Delivered = Awaited<ReturnType<typeof seedDelivered>>;

type Pace = { per_second: number; program: number; postgres: number };

async function paceOf(count: number, work: () => Promise<void>): Promise<Pace> {
  const [since, cpu, server] = [performance.now(), usageNow().cpu_seconds, postgresSeconds()];
  await work();
  return {
    per_second: (count / (performance.now() - since)) * 1000,
    program: ((usageNow().cpu_seconds - cpu) / count) * 1e6,
    postgres: ((postgresSeconds() - server) / count) * 1e6,
  };
}

async function countHits(email_key: number): Promise<number> {
  const { kept } = await db
    .selectFrom('hits')
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .where('email_key', '=', email_key)
    .executeTakeFirstOrThrow();
  return kept;
}

/** Waits until this many hits of the email are written. */
async function allWritten(email_key: number, count: number): Promise<void> {
  while ((await countHits(email_key)) < count) await sleep(100);
}

/** Writes one batch after another, as the intake does. */
async function writeInBatches({ email_key, readers }: Delivered): Promise<void> {
  for (let at = 0; at < readers.length; at += batchSize)
    await writeHits(
      db,
      readers.slice(at, at + batchSize).map(reader => openOf(email_key, reader)),
    );
}

async function writeEach(
  { email_key, readers }: Delivered,
  from: number,
  to: number,
  at_once: number,
): Promise<void> {
  let at = from;
  const lane = async () => {
    while (at < to) await insertHit(db, openOf(email_key, readers[at++]!));
  };
  await Promise.all(Array.from({ length: at_once }, lane));
}

async function measureRoute(writes: 'each' | 'batched') {
  const { email_key, readers } = await seedDelivered(db, newsletter, `Route ${writes}`);
  const secret = [Buffer.alloc(32)] as const;
  const server = startProcess('hit-server.ts', {
    DATABASE_URL: url,
    WRITES: writes,
    SPOOL_DIR: join(folder, 'spool'),
  });
  const { port } = await hear<{ port: number }>(server);
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: clients });
  const paths = readers.map(subscriber_key => `/o/${signStamp(secret, { email_key, subscriber_key })}.gif`);
  const headers = { 'user-agent': openOf(0, 0).agent };
  const times: number[] = [];
  let next = 0;
  const client = async (end: number) => {
    while (next < end) {
      const path = paths[next++]!;
      const begun = performance.now();
      const { body } = await pool.request({ method: 'GET', path, headers });
      await body.arrayBuffer();
      times.push(performance.now() - begun);
    }
  };
  const run = (end: number) => Promise.all(Array.from({ length: clients }, () => client(end)));
  const warm = readersCount / 10;
  await run(warm);
  await allWritten(email_key, warm);
  times.length = 0;
  const server_before = postgresSeconds();
  const before = await ask<Usage>(server, 'usage');
  const since = performance.now();
  await run(paths.length);
  const answered = performance.now() - since;
  await allWritten(email_key, paths.length);
  const written = performance.now() - since;
  const postgres = postgresSeconds() - server_before;
  const after = await ask<Usage>(server, 'usage');
  await pool.close();
  await endProcess(server);
  const kept = await countHits(email_key);
  if (kept !== paths.length) throw new Error(`${kept} of ${paths.length} opens were kept`);
  return {
    what: writes === 'each' ? 'an insert a hit, before the answer' : 'the intake',
    answered: (times.length / answered) * 1000,
    written: (times.length / written) * 1000,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    program: ((after.cpu_seconds - before.cpu_seconds) / times.length) * 1e6,
    postgres: (postgres / times.length) * 1e6,
  };
}

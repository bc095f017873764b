// How fast opens are recorded: the batch writer on one connection, with verdict and ledger, compared with one autocommit
// insert per hit; and the HTTP route compared with the same route inserting each hit before it responds.
import { Pool } from 'undici';
import { writeHits } from '../src/delivery/tracking/write-hits.ts';
import { signStamp } from '../src/links/tracked.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { insertHit, openOf, seedDelivered } from './rig/hits.ts';
import { ask, endProcess, hear, startProcess, type Usage } from './rig/processes.ts';
import { seedNewsletter, seedSubscribers } from './rig/seed.ts';
import { median, printTable, quantile } from './rig/table.ts';

const readersCount = 20_000;
const batchSize = 500; // as the intake does
const connections = 10; // of the pool
const singles = 3000;
const rounds = 3;
const clients = 32;

const { folder, remove } = await makeFolder();
const { db, url, close } = await openBenchDatabase(folder, { connections });
const newsletter = await seedNewsletter(db, 'k'.repeat(32));
await seedSubscribers(db, newsletter, readersCount);

const batched: number[] = [];
const single: number[] = [];
const parallel: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const ours = await seedDelivered(db, newsletter, `Batches ${round}`);
  batched.push(await perSecond(readersCount, () => writeInBatches(ours)));
  const bare = await seedDelivered(db, newsletter, `Singles ${round}`);
  single.push(await perSecond(singles, () => writeEach(bare, 0, singles, 1)));
  parallel.push(await perSecond(singles, () => writeEach(bare, singles, 2 * singles, connections)));
}
const row = (what: string, values: number[]) => ({
  what,
  'hits/s': median(values),
  ratio: median(values) / median(single),
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
  routes.map(({ what, requests, p50, p99, cpu }) => ({
    what,
    'requests/s': requests,
    'p50 ms': p50,
    'p99 ms': p99,
    'CPU µs': cpu,
    ratio: requests / each!.requests,
  })),
);
await close();
await remove();

type Delivered = Awaited<ReturnType<typeof seedDelivered>>;

async function perSecond(count: number, work: () => Promise<void>): Promise<number> {
  const since = performance.now();
  await work();
  return (count / (performance.now() - since)) * 1000;
}

/** One batch after another, as the intake does. */
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
  const server = startProcess('hit-server.ts', { DATABASE_URL: url, WRITES: writes });
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
  await run(2000); // warm
  times.length = 0;
  const before = await ask<Usage>(server, 'usage');
  const since = performance.now();
  await run(paths.length);
  const seconds = (performance.now() - since) / 1000;
  const after = await ask<Usage>(server, 'usage');
  await pool.close();
  await endProcess(server);
  const { kept } = await db
    .selectFrom('hits')
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .where('email_key', '=', email_key)
    .executeTakeFirstOrThrow();
  if (kept !== paths.length) throw new Error(`${kept} of ${paths.length} opens were kept`);
  return {
    what: writes === 'each' ? 'an insert a hit, before the answer' : 'the intake',
    requests: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    cpu: ((after.cpu_seconds - before.cpu_seconds) / times.length) * 1e6,
  };
}

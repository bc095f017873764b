// Measures how fast the public pages of a newsletter with 5,000 issues are, compared with node:http serving the same bytes.
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { Pool } from 'undici';
import type { Newsletter } from '../src/accounts/newsletter.ts';
import type { Database } from '../src/platform/database/connect.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { body } from './rig/letter.ts';
import { ask, endProcess, findPort, hear, startProcess, type Usage } from './rig/processes.ts';
import { seedNewsletter } from './rig/seed.ts';
import { printTable, quantile } from './rig/table.ts';

const issues = 5000;
const clients = 32;
const seconds = 4;
const alone = 200; // requests one after the other: the wait of a single visitor
const paths = [
  '/bench/archive/issue-2500/',
  '/bench/rss',
  '/bench/feed.json?count=5',
  '/bench',
  '/bench/archive/',
  '/bench/archive/?page=150',
  '/bench/archive/?q=issue+4321',
];

const { folder, remove } = await makeFolder();
const { db, url, close } = await openBenchDatabase(folder);
await seedIssues(db, await seedNewsletter(db, 'k'.repeat(32)));

const port = await findPort();
const service = startProcess('serving.ts', {
  DATABASE_URL: url,
  SMTP_URL: 'smtp://127.0.0.1:9',
  PORT: String(port),
  ROLE: 'api',
  LOG_LEVEL: 'error',
  RATE_LIMIT: '10000000',
});
await hear(service);
const barePort = await findPort();
const bare = startProcess('same-bytes.ts', { PORT: String(barePort) });
await hear(bare);
await ask(bare, await Promise.all(paths.map(copyAnswer)));

const rows = [];
for (const path of paths) {
  const searches = path.includes('q=');
  const ours = await measure(service, port, path, searches ? 1 : clients);
  const least = await measure(bare, barePort, path, searches ? 1 : clients);
  rows.push({ path, ...shown(ours), 'time ratio': least.rate / ours.rate });
  rows.push({ path: '  node:http, the same bytes', ...shown(least), 'time ratio': 1 });
}
printTable(
  `Pages of ${issues} issues, ${clients} clients for ${seconds} s, then ${alone} requests alone`,
  rows,
);
await endProcess(service);
await endProcess(bare);
await close();
await remove();

type Measured = { rate: number; cpu_us: number; times: number[] };

function shown({ rate, cpu_us, times }: Measured) {
  return {
    'requests/s': rate,
    'CPU µs': cpu_us,
    'per core': 1e6 / cpu_us,
    'alone p50 ms': quantile(times, 0.5),
    'alone p95 ms': quantile(times, 0.95),
  };
}

async function measure(
  child: ReturnType<typeof startProcess>,
  at: number,
  path: string,
  connections: number,
): Promise<Measured> {
  const pool = new Pool(`http://127.0.0.1:${at}`, { connections });
  const once = async () => {
    const { statusCode, body } = await pool.request({ path, method: 'GET' });
    await body.dump({ limit: 10_000_000 });
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
  };
  await drive(once, connections, 1);
  const before = await ask<Usage>(child, 'usage');
  const { done, took } = await drive(once, connections, seconds);
  const after = await ask<Usage>(child, 'usage');
  const times: number[] = [];
  for (let left = alone; left > 0; left -= 1) {
    const since = performance.now();
    await once();
    times.push(performance.now() - since);
  }
  await pool.close();
  return { rate: done / took, cpu_us: ((after.cpu_seconds - before.cpu_seconds) * 1e6) / done, times };
}

async function drive(once: () => Promise<void>, connections: number, for_seconds: number) {
  const since = performance.now();
  let done = 0;
  const client = async () => {
    while (performance.now() - since < for_seconds * 1000) {
      await once();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  return { done, took: (performance.now() - since) / 1000 };
}

async function copyAnswer(path: string) {
  const agent = new Agent({ keepAlive: false });
  const [response] = await once(get({ port, path, agent, host: '127.0.0.1' }), 'response');
  const bytes = await buffer(response);
  const headers = { ...response.headers };
  for (const name of ['connection', 'keep-alive', 'date', 'transfer-encoding']) delete headers[name];
  return { path, headers, body: bytes.toString('base64') };
}

async function seedIssues(db: Database, newsletter: Newsletter): Promise<void> {
  await sql`
    insert into emails (id, newsletter_key, subject, description, body, slug, source, email_type, status, secondary_id, publish_date)
    select gen_random_uuid(), ${newsletter.key}, 'Issue ' || n, 'What happened in week ' || n, ${body}, 'issue-' || n, 'api',
      (case when n % 10 = 0 then 'premium' else 'public' end)::email_type, 'sent', n, now() - make_interval(hours => ${issues} - n)
    from generate_series(1, ${issues}::int) as n`.execute(db);
  await sql`vacuum analyze emails`.execute(db);
}

// Measures what small requests with a key cost: reading, and creating a subscriber, compared with Fastify answering the same JSON after one
// indexed look-up, and with one insert. COUNT sets how many times each is read in a round; half as many are created.
import { Pool } from 'undici';
import { newId } from '../src/platform/ids.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { postgresSeconds } from './rig/postgres-usage.ts';
import { ask, endProcess, findPort, hear, startProcess, type Usage } from './rig/processes.ts';
import { seedNewsletter, seedSubscribers } from './rig/seed.ts';
import { median, printTable } from './rig/table.ts';

const rounds = 5;
const clients = 8;
const reads = Number(process.env.COUNT ?? 2000);
const creations = Math.ceil(reads / 2);
const api_key = 'k'.repeat(32);
const headers = { authorization: `Token ${api_key}`, 'content-type': 'application/json' };

const { folder, remove } = await makeFolder();
const { db, url, close } = await openBenchDatabase(folder);
const newsletter = await seedNewsletter(db, api_key);
await seedSubscribers(db, newsletter, 20_000);
const tag = (await db.selectFrom('tags').select('id').executeTakeFirstOrThrow()).id;
const [port, bare_port] = [await findPort(), await findPort()];
const service = startProcess('serving.ts', {
  DATABASE_URL: url,
  SMTP_URL: 'smtp://127.0.0.1:9',
  ROLE: 'api',
  PORT: String(port),
  DATA_DIR: folder,
  LOG_LEVEL: 'error',
  RATE_LIMIT: '10000000',
});
await hear(service);
const bare = startProcess('bare-server.ts', { DATABASE_URL: url, PORT: String(bare_port) });
await hear(bare);

type Work = { count: number; ask: (at: number) => { method: 'GET' | 'POST'; path: string; body?: string } };
const works: Record<string, Work> = {
  'GET /v1/ping': { count: reads, ask: () => ({ method: 'GET', path: '/v1/ping' }) },
  'GET /readyz': { count: Math.ceil(reads / 4), ask: () => ({ method: 'GET', path: '/readyz' }) },
  'GET /v1/tags/…': { count: reads, ask: () => ({ method: 'GET', path: `/v1/tags/${tag}` }) },
  'POST /v1/subscribers': {
    count: creations,
    ask: () => ({
      method: 'POST',
      path: '/v1/subscribers',
      body: JSON.stringify({ email_address: `${newId()}@example.com`, type: 'regular' }),
    }),
  },
};
type Figures = { program: number; postgres: number; ms: number };
const measured = Object.keys(works).map(what => ({ what, ours: [] as Figures[], bare: [] as Figures[] }));
for (let round = 0; round <= rounds; round += 1)
  for (const row of measured) {
    const work = works[row.what]!;
    const [ours, yardstick] = [await measure(service, port, work), await measure(bare, bare_port, work)];
    if (round === 0) continue; // a warm-up
    row.ours.push(ours);
    row.bare.push(yardstick);
  }

const of = (figures: Figures[], name: keyof Figures) => median(figures.map(figure => figure[name]));
printTable(
  `Requests of ${clients} clients, CPU µs of each, median of ${rounds} rounds`,
  measured.map(({ what, ours, bare }) => ({
    what,
    'CPU µs': of(ours, 'program'),
    'PostgreSQL µs': of(ours, 'postgres'),
    'bare CPU µs': of(bare, 'program'),
    'bare PostgreSQL µs': of(bare, 'postgres'),
    'ratio of CPU': median(ours.map((figure, round) => figure.program / bare[round]!.program)),
    'ratio of both': median(
      ours.map(
        (figure, round) =>
          (figure.program + figure.postgres) / (bare[round]!.program + bare[round]!.postgres),
      ),
    ),
  })),
);
await endProcess(service);
await endProcess(bare);
await close();
await remove();

async function measure(
  server: ReturnType<typeof startProcess>,
  port: number,
  { count, ask: asked }: Work,
): Promise<Figures> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: clients });
  const before = await ask<Usage>(server, 'usage');
  const [postgres, since] = [postgresSeconds(), performance.now()];
  let next = 0;
  const client = async () => {
    while (next < count) {
      const { statusCode, body } = await pool.request({ ...asked(next++), headers });
      const text = await body.text();
      if (statusCode >= 300) throw new Error(`${statusCode} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const [ms, spent] = [(performance.now() - since) / count, postgresSeconds() - postgres];
  const after = await ask<Usage>(server, 'usage');
  await pool.close();
  return {
    program: ((after.cpu_seconds - before.cpu_seconds) / count) * 1e6,
    postgres: (spent / count) * 1e6,
    ms,
  };
}

// Measures what an installation with nothing to do costs: the whole service with one newsletter, and its PostgreSQL. The yardstick is the
// same PostgreSQL without connections.
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { postgresSeconds } from './rig/postgres-usage.ts';
import { ask, endProcess, findPort, hear, startProcess, type Usage } from './rig/processes.ts';
import { seedNewsletter } from './rig/seed.ts';
import { printTable } from './rig/table.ts';

/** By then, a program has collected the garbage of its start, and closed the connections that only its start needed. */
const settleSeconds = 100;
const seconds = Number(process.env.SECONDS ?? 60);

const { folder, remove } = await makeFolder();
const { db, url, close } = await openBenchDatabase(folder);
await seedNewsletter(db, 'k'.repeat(32));
const alone = await measure(async () => 0);
const service = startProcess('serving.ts', {
  DATABASE_URL: url,
  DATA_DIR: folder,
  SMTP_URL: 'smtp://127.0.0.1:9',
  PORT: String(await findPort()),
  LOG_LEVEL: 'error',
});
await hear(service);
const idle = await measure(async () => (await ask<Usage>(service, 'usage')).cpu_seconds);
await endProcess(service);
await close();
await remove();

printTable(`Nothing to do for ${seconds} seconds, percent of a core`, [
  { what: 'the service', ...idle, together: idle.program + idle.postgres },
  { what: 'yardstick: PostgreSQL alone', ...alone, together: alone.postgres },
]);

async function measure(usage: () => Promise<number>): Promise<{ program: number; postgres: number }> {
  await sleep(settleSeconds * 1000);
  const [program, postgres] = [await usage(), postgresSeconds()];
  await sleep(seconds * 1000);
  return {
    program: (((await usage()) - program) / seconds) * 100,
    postgres: ((postgresSeconds() - postgres) / seconds) * 100,
  };
}

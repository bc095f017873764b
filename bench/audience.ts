// Measures how fast the audience of an email is frozen into the ledger, compared with a bare insert of the same rows into the same table.
// It uses one connection, so that PostgreSQL does the work in one process.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { startSending } from '../src/delivery/sending/start.ts';
import { loadTheme } from '../src/engines/rendering/theme.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { seedEmail, seedNewsletter, seedSubscribers } from './rig/seed.ts';
import { median, printTable } from './rig/table.ts';

const theme = loadTheme(fileURLToPath(new URL('../themes/default/', import.meta.url)));
const subscribers = 200_000;
const rounds = 7;

const { folder, remove } = await makeFolder();
// With one connection, PostgreSQL works in one process.
const { db, close } = await openBenchDatabase(folder, { connections: 1 });
const newsletter = await seedNewsletter(db, 'b'.repeat(32));
await seedSubscribers(db, newsletter, subscribers);
await sql`create table yardstick (like deliveries including all)`.execute(db);
const log = createLog('silent');
const backend = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid;

type Measured = { seconds: number; cpu_seconds: number };
const frozen: Measured[] = [];
const bare: Measured[] = [];
for (let round = 1; round <= rounds; round += 1) {
  const id = await seedEmail(db, newsletter, `round ${round}`);
  frozen.push(await measure(() => startSending({ db, theme, clock: systemClock, log, wake: () => {} }, id)));
  bare.push(
    await measure(() =>
      sql`insert into yardstick (email_key, subscriber_key) select ${round}::bigint, key from subscribers`.execute(
        db,
      ),
    ),
  );
}
const { count } = (await sql<{ count: number }>`select count(*) as count from deliveries`.execute(db))
  .rows[0]!;
if (count !== rounds * subscribers) throw new Error(`the ledger has ${count} rows`);

printTable(`Audience freeze of ${subscribers} subscribers, median of ${rounds} rounds`, [
  row('freeze, chunks and analyze included', frozen),
  row('bare insert into a table without references', bare),
]);

await close();
await remove();

function row(what: string, runs: Measured[]) {
  const seconds = (of: Measured[]) => median(of.map(run => run.seconds));
  const cpu = (of: Measured[]) => median(of.map(run => run.cpu_seconds));
  return {
    what,
    'rows/s': subscribers / seconds(runs),
    'slowest rows/s': subscribers / Math.max(...runs.map(run => run.seconds)),
    'CPU µs/row': (cpu(runs) / subscribers) * 1e6,
    'time ratio': seconds(runs) / seconds(bare),
    'CPU ratio': cpu(runs) / cpu(bare),
  };
}

async function measure(work: () => Promise<unknown>): Promise<Measured> {
  const since = performance.now();
  const before = cpuSeconds();
  await work();
  return { seconds: (performance.now() - since) / 1000, cpu_seconds: cpuSeconds() - before };
}

/**
 * Returns the user and system time of the connection's server process in seconds, which the system counts in hundredths (proc(5), fields 14
 * and 15). Linux only.
 */
function cpuSeconds(): number {
  if (process.platform !== 'linux') return Number.NaN;
  const fields = readFileSync(`/proc/${backend}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

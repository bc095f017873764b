// How fast the audience of an email is frozen into the ledger, against a bare insert of the same rows.
import { sql } from 'kysely';
import { systemClock } from '../src/platform/clock.ts';
import { closeJobs, openJobs } from '../src/platform/jobs.ts';
import { startSending } from '../src/sending/start.ts';
import { declarations } from '../src/workers.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { seedEmail, seedNewsletter, seedSubscribers } from './rig/seed.ts';
import { median, printTable } from './rig/table.ts';

const subscribers = 200_000;
const rounds = 5;

const { folder, remove } = await makeFolder();
const { db, url, close } = await openBenchDatabase(folder);
const newsletter = await seedNewsletter(db, 'b'.repeat(32));
await seedSubscribers(db, newsletter, subscribers);
await sql`create table yardstick (like deliveries including all)`.execute(db);
const jobs = await openJobs(url, { declarations, works: false, on_error: () => {} });

const frozen: number[] = [];
const bare: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const id = await seedEmail(db, newsletter, `round ${round}`);
  frozen.push(await seconds(() => startSending({ db, jobs, clock: systemClock, wake: () => {} }, id)));
  bare.push(
    await seconds(() =>
      sql`insert into yardstick (email_key, subscriber_key) select ${round}::bigint, key from subscribers`.execute(
        db,
      ),
    ),
  );
}
const { rows } = await sql<{ count: number }>`select count(*) as count from deliveries`.execute(db);
if (rows[0]!.count !== rounds * subscribers) throw new Error(`the ledger has ${rows[0]!.count} rows`);

printTable(`Audience freeze of ${subscribers} subscribers, median of ${rounds} rounds`, [
  row('freeze, chunks and analyze included', frozen),
  row('bare insert into an identical table', bare),
]);

await closeJobs(jobs);
await close();
await remove();

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
}

function row(what: string, times: number[]) {
  return {
    what,
    seconds: median(times),
    'rows/s': subscribers / median(times),
    ratio: median(times) / median(bare),
    'slowest s': Math.max(...times),
  };
}

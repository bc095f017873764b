// Finds out which statements of Postrider a Citus cluster accepts, and what sending and reading cost there compared with one PostgreSQL.
// CITUS_URL is its coordinator, as a superuser, in a database that has the extension and its workers. The benchmark creates its own
// databases there, and drops them. PART=schema or PART=statements runs only that part. docs/decisions/distributed-postgresql.md has the
// results.

import type { sql } from 'kysely';
import type { Database } from '../src/platform/database/connect.ts';
import { migrateToLatest } from '../src/platform/database/migrate.ts';
import { type Cluster, openCluster } from './rig/citus-cluster.ts';
import { composeKeys } from './rig/compose-keys.ts';
import { coreStatements, emailOf, makeCore, newsletters, readers, type Turn } from './rig/core-statements.ts';
import { distribute, distributeComposed, printReasons, printRefusals } from './rig/distribute.ts';
import { growLedger } from './rig/grown-ledger.ts';
import { workInTurns } from './rig/ledger-work.ts';
import { recordStatements, replayStatements } from './rig/replay-statements.ts';
import { median, printTable } from './rig/table.ts';
import { tryTriggers } from './rig/try-triggers.ts';

const url = process.env.CITUS_URL;
if (url === undefined) {
  console.error(
    'CITUS_URL is not set. Give the address of a Citus coordinator, for example postgres://postgres@127.0.0.1:5432/citus.',
  );
  process.exit(1);
}
const rounds = Number(process.env.ROUNDS ?? 5);
const times = 40; // the runs of each statement in a round, except for freezing

if (process.env.PART !== 'statements') {
  await inCluster(async ({ db }) => printRefusals('as it is', await distribute(db)));
  await inCluster(async ({ db, plain }) => {
    printRefusals('with composed keys, and triggers allowed', await distributeComposed(db));
    await tryTriggers(db);
    await replayProgram(db, plain);
  });
}
if (process.env.PART !== 'schema') await inCluster(compareStatements);

/** Runs `work` on an empty cluster with our schema. */
async function inCluster(work: (cluster: Cluster) => Promise<unknown>): Promise<void> {
  const cluster = await openCluster(url!);
  const { ran } = await migrateToLatest(cluster.db);
  console.log(`${cluster.version}, ${cluster.workers} workers, ${ran.length} migrations`);
  await work(cluster);
  await cluster.close();
}

/** Finds out which statements of the program's most frequent work the cluster accepts unchanged. */
async function replayProgram(db: Database, plain: Database): Promise<void> {
  const recorded = recordStatements(plain);
  await migrateToLatest(plain);
  await growLedger(plain, { newsletters: 1 }, () => {});
  recorded.clear();
  await workInTurns({ plain }, 0);
  const { refusals, on_all, on_one, local } = await replayStatements(db, recorded.values());
  printTable('Statements of sending, hits, lists and reports, as the program writes them', [
    { what: 'refused', count: refusals.length },
    { what: 'run on all shards', count: on_all.length },
    { what: 'run on one shard', count: on_one.length },
    { what: 'run without a shard', count: local.length },
  ]);
  printReasons(refusals);
}

type Spent = { milliseconds: number; cpu: number };

async function compareStatements(cluster: Cluster): Promise<void> {
  await migrateToLatest(cluster.plain);
  const sides = { plain: cluster.plain, citus: cluster.db };
  for (const [name, db] of Object.entries(sides)) {
    await composeKeys(db);
    await makeCore(db, name === 'citus');
  }
  const spent = new Map(
    coreStatements.map(({ what }) => [what, { plain: [] as Spent[], citus: [] as Spent[] }]),
  );
  for (let round = -1; round < rounds; round += 1)
    for (const side of round % 2 ? (['plain', 'citus'] as const) : (['citus', 'plain'] as const))
      for (const { what, text } of coreStatements) {
        const once = await timed(cluster, sides[side], turns(round, what), text);
        if (round >= 0) spent.get(what)![side].push(once);
      }
  printTable(
    `One PostgreSQL, and the same statements through the coordinator of ${cluster.workers} workers: ${rounds} rounds in turn, medians`,
    [...spent].map(([what, { plain, citus }]) => ({
      what,
      'plain: ms': of(plain, 'milliseconds'),
      'CPU ms': of(plain, 'cpu'),
      'Citus: ms': of(citus, 'milliseconds'),
      'CPU ms ': of(citus, 'cpu'),
      'times the time': of(citus, 'milliseconds') / of(plain, 'milliseconds'),
      'times the CPU': of(citus, 'cpu') / of(plain, 'cpu'),
    })),
  );
}

function of(all: Spent[], figure: keyof Spent): number {
  return median(all.map(once => once[figure]));
}

/** Returns the turns of a round, which mails another email of each newsletter and reads others. */
function turns(round: number, what: string): Turn[] {
  const count = what.startsWith('freeze') ? newsletters : times;
  return Array.from({ length: count }, (_, n) => {
    const newsletter_key = 1 + (n % newsletters);
    const at = (Math.floor(n / newsletters) * 25 + (round + 1) * 500) % readers;
    return { newsletter_key, email_key: emailOf(newsletter_key, 100 + round), at };
  });
}

async function timed(
  cluster: Cluster,
  db: Database,
  turns: Turn[],
  text: (turn: Turn) => ReturnType<typeof sql<unknown>>,
): Promise<Spent> {
  const [since, cpu] = [performance.now(), cluster.cpuSeconds()];
  for (const turn of turns) await text(turn).execute(db);
  return {
    milliseconds: (performance.now() - since) / turns.length,
    cpu: ((cluster.cpuSeconds() - cpu) * 1000) / turns.length,
  };
}

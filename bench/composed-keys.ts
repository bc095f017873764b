// Measures what keys that end with the newsletter cost on one PostgreSQL, as a distributed one would need them. The same work runs on a
// ledger of MILLIONS million deliveries (1) with today's keys, on another one with today's keys, and on one with composed keys, in turn,
// ROUNDS times (60). SQL makes the rows; the measured functions are those that workers and the API call. The difference between the two
// ledgers with today's keys is noise.
import { sql } from 'kysely';
import { connectDatabase, type Database } from '../src/platform/database/connect.ts';
import { migrateToLatest } from '../src/platform/database/migrate.ts';
import { composeKeys, nameComposedKeys } from './rig/compose-keys.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { atTheLatestAtTheEnd } from './rig/endings.ts';
import { growLedger } from './rig/grown-ledger.ts';
import { type Spent, workInTurns } from './rig/ledger-work.ts';
import { median, printTable } from './rig/table.ts';

const millions = Number(process.env.MILLIONS ?? 1);
const rounds = Number(process.env.ROUNDS ?? 60);
const allowed = 1.03;

const { folder, remove } = await makeFolder();
const server = await openBenchDatabase(folder);
const today = await openLedger('today', false);
const again = await openLedger('again', false);
const composed = await openLedger('composed', true);

const spent = await workInTurns({ today, again, composed }, rounds);
const of = (all: Spent[], figure: keyof Spent) => median(all.map(once => once[figure]));
printTable(
  `${millions} million deliveries with today's keys and with composed ones, ${rounds} rounds in turn; CPU of PostgreSQL, medians`,
  [...spent].map(([what, { today, again, composed }]) => {
    const noise = of(again, 'cpu') / of(today, 'cpu');
    const ratio = (2 * of(composed, 'cpu')) / (of(today, 'cpu') + of(again, 'cpu'));
    return {
      what,
      'today: ms': of(today, 'milliseconds'),
      'CPU ms': of(today, 'cpu'),
      'composed: ms': of(composed, 'milliseconds'),
      'CPU ms ': of(composed, 'cpu'),
      'ratio of CPU': ratio,
      'today, again': noise,
      '': ratio <= allowed ? '' : `above ${allowed}`,
    };
  }),
);
const sizes = [await sizesOf(today), await sizesOf(composed)] as const;
printTable(
  'Megabytes of tables with their indexes',
  Object.entries(sizes[0]).map(([table, size]) => ({
    table,
    today: size / 1e6,
    composed: sizes[1][table]! / 1e6,
    ratio: sizes[1][table]! / size,
  })),
);

await today.destroy();
await again.destroy();
await composed.destroy();
await server.close();
await remove();

async function openLedger(name: string, composes: boolean): Promise<Database> {
  await sql`create database ${sql.ref(name)}`.execute(server.db);
  const url = server.url.replace(/^(\w+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${name}`);
  const db = connectDatabase(url, { size: 1, on_error: () => {} });
  atTheLatestAtTheEnd(() => db.destroy());
  if (composes) nameComposedKeys(db);
  await migrateToLatest(db);
  if (composes) for (const text of await composeKeys(db)) await sql.raw(text).execute(db);
  await growLedger(db, { newsletters: millions }, line => console.error(`${name}: ${line}`));
  return db;
}

async function sizesOf(db: Database): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; size: number }>`
    select regexp_replace(relname, '_\\d+(_.*)?$', '') as name, sum(pg_total_relation_size(oid))::bigint as size
    from pg_class where relkind = 'r' and relname ~ '^(deliver|subscribers|emails)' and pg_table_size(oid) > 5e5
    group by 1 order by 1`.execute(db);
  return Object.fromEntries(rows.map(({ name, size }) => [name, size]));
}

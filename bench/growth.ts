// Measures what a ledger of 100 million deliveries (or MILLIONS) costs compared with one of a million: the same work on both, in turn. SQL
// makes the rows; the measured functions are those that workers and the API call. DATA keeps the folder for another run.
import { sql } from 'kysely';
import { connectDatabase, type Database } from '../src/platform/database/connect.ts';
import { migrateToLatest } from '../src/platform/database/migrate.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { atTheLatestAtTheEnd } from './rig/endings.ts';
import { growLedger } from './rig/grown-ledger.ts';
import { type Spent, workInTurns } from './rig/ledger-work.ts';
import { median, printTable } from './rig/table.ts';

const millions = Number(process.env.MILLIONS ?? 100);
const rounds = Number(process.env.ROUNDS ?? 30);
const allowed = 1.3;

const { folder, remove } = process.env.DATA
  ? { folder: process.env.DATA, remove: async () => {} }
  : await makeFolder();
const server = await openBenchDatabase(folder);
await sql`alter system set max_wal_size = '16GB'`.execute(server.db); // for making the rows
await sql`select pg_reload_conf()`.execute(server.db);
const small = await openLedger(1);
const large = await openLedger(millions);
await sql`alter system reset max_wal_size`.execute(server.db);
await sql`select pg_reload_conf()`.execute(server.db);

const spent = await workInTurns({ small, large }, rounds);
const milliseconds = (all: Spent[]) => median(all.map(once => once.milliseconds));
const cpu = (all: Spent[]) => median(all.map(once => once.cpu));
printTable(
  `${millions} million deliveries beside 1 million, ${rounds} rounds in turn; CPU of PostgreSQL, medians`,
  [...spent].map(([what, { small, large }]) => {
    const ratio = cpu(large) / cpu(small);
    return {
      what,
      '1 million: ms': milliseconds(small),
      'CPU ms': cpu(small),
      [`${millions} million: ms`]: milliseconds(large),
      'CPU ms ': cpu(large),
      'ratio of CPU': ratio,
      '': ratio <= allowed ? '' : `above ${allowed}`,
    };
  }),
);
const { rows } = await sql<{ name: string; size: string }>`
  select relname as name, pg_size_pretty(pg_table_size(oid)) || ' + ' || pg_size_pretty(pg_indexes_size(oid)) as size
  from pg_class where relkind = 'r' and relname ~ '^(deliver|subscribers|emails)' and pg_table_size(oid) > 1e6 order by 1`.execute(
  large,
);
printTable('Tables and their indexes', rows);

await small.destroy();
await large.destroy();
await server.close();
await remove();

/** Opens a ledger of this many million deliveries, in its own database. */
async function openLedger(millions: number): Promise<Database> {
  const name = `growth_${millions}`;
  const { rows } = await sql`select from pg_database where datname = ${name}`.execute(server.db);
  if (rows.length === 0) await sql`create database ${sql.ref(name)}`.execute(server.db);
  const url = server.url.replace(/^(\w+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${name}`);
  const db = connectDatabase(url, { size: 1, on_error: () => {} });
  atTheLatestAtTheEnd(() => db.destroy());
  await migrateToLatest(db);
  const since = performance.now();
  await growLedger(db, { newsletters: millions }, line =>
    console.error(`${name}: ${line}, ${Math.round((performance.now() - since) / 1000)} s`),
  );
  return db;
}

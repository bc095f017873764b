// Plays a year on one machine: NEWSLETTERS newsletters (10) with 10,000 readers each, the first one with LARGEST instead (10,000). All
// readers get an email a week, 100 at most. After each of STEPS millions of deliveries (1,3,10) it measures sending, lists, hits and
// reports for a newsletter and for the largest one, ROUNDS times (10), vacuum, and a backup, unless there are more than BACKUP_UP_TO
// millions. DATA is a folder that keeps the rows and the figures: an interrupted run continues there. Run it with `nice`: the embedded
// PostgreSQL has the same priority as this process.
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { streamBackup } from '../src/backups/write.ts';
import { openFileStore } from '../src/platform/storage/file-store.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { growLedger, issues, readers } from './rig/grown-ledger.ts';
import { type Spent, workInTurns } from './rig/ledger-work.ts';
import { postgresSeconds } from './rig/postgres-usage.ts';
import { median, printTable } from './rig/table.ts';

const newsletters = Number(process.env.NEWSLETTERS ?? 10);
const largest = Number(process.env.LARGEST ?? readers);
const steps = (process.env.STEPS ?? '1,3,10').split(',').map(Number);
const rounds = Number(process.env.ROUNDS ?? 10);
const backup_up_to = Number(process.env.BACKUP_UP_TO ?? Infinity);
const subscribers = (newsletters - 1) * readers + largest;
/** Includes indexes, the write-ahead log and the space that building an index needs. */
const gigabytes = { million_deliveries: 0.3, million_subscribers: 1.5 };

const { folder, remove } = process.env.DATA
  ? { folder: process.env.DATA, remove: async () => {} }
  : await makeFolder();
await askForSpace();
const { db, close } = await openBenchDatabase(folder, { connections: 1 });
await sql`
  create table if not exists bench_figures (
    step integer not null, place integer not null, what text not null, figure float8 not null, unit text not null,
    primary key (step, what, unit)
  )`.execute(db);
// An earlier run may have been interrupted while this email was being sent.
await sql`delete from emails where subject = 'New'`.execute(db);
for (const step of steps) {
  if (await isMeasured(step)) continue;
  await grow(step);
  await measure(step);
  await printFigures();
}
await close();
await remove();

async function askForSpace(): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed =
    steps.at(-1)! * gigabytes.million_deliveries + (subscribers / 1e6) * gigabytes.million_subscribers;
  const free = (bavail * bsize) / 1e9;
  if (free >= needed || process.env.DATA) return;
  console.error(
    `${steps.at(-1)} million deliveries to ${subscribers.toLocaleString('en')} subscribers need ${Math.ceil(needed)} GB, and there are ${Math.floor(free)} GB. Set STEPS, or TMPDIR to a larger disk.`,
  );
  process.exit(1);
}

async function isMeasured(step: number): Promise<boolean> {
  const { rows } =
    await sql`select from bench_figures where step = ${step} and what = 'vacuum of subscribers'`.execute(db);
  return rows.length > 0;
}

/** Adds emails until there are this many million deliveries. */
async function grow(step: number): Promise<void> {
  await setLogSize("'16GB'");
  const since = performance.now();
  const tell = (line: string) =>
    console.error(`${line}, ${Math.round((performance.now() - since) / 1000)} s`);
  const weeks = Math.max(1, Math.round((step * 1e6) / subscribers));
  await growLedger(db, { newsletters, largest }, tell, Math.min(issues, weeks));
  await setLogSize('default');
}

async function setLogSize(size: string): Promise<void> {
  await sql`alter system set max_wal_size = ${sql.raw(size)}`.execute(db);
  await sql`select pg_reload_conf()`.execute(db);
}

type Figure = { what: string; unit: string; figure: number };

async function measure(step: number): Promise<void> {
  const figures = work('', await workInTurns({ ledger: db }, rounds));
  if (largest > readers) {
    const { rows } = await sql<{ key: number }>`select min(key) as key from newsletters`.execute(db);
    figures.push(...work('the largest: ', await workInTurns({ ledger: db }, rounds, rows[0]!.key)));
  }
  figures.push(...(await sizes()));
  for (const table of ['deliveries', 'subscribers'])
    figures.push({
      what: `vacuum of ${table}`,
      unit: 's',
      figure: await secondsOf(() => sql`vacuum analyze ${sql.table(table)}`.execute(db)),
    });
  if (step <= backup_up_to) figures.push(...(await measureBackup()));
  const of = <Name extends keyof Figure>(name: Name) => figures.map(one => one[name]);
  await sql`
    insert into bench_figures (step, place, what, unit, figure)
    select ${step}::int, place, what, unit, figure
    from unnest(${of('what')}::text[], ${of('unit')}::text[], ${of('figure')}::float8[])
      with ordinality as measured (what, unit, figure, place)
    on conflict (step, what, unit) do update set figure = excluded.figure`.execute(db);
}

/** Returns the medians of what each work took. */
function work(of: string, spent: Map<string, { ledger: Spent[] }>): Figure[] {
  return [...spent].flatMap(([what, { ledger }]) => [
    { what: of + what, unit: 'CPU ms', figure: median(ledger.map(once => once.cpu)) },
    { what: of + what, unit: 'ms', figure: median(ledger.map(once => once.milliseconds)) },
  ]);
}

async function sizes(): Promise<Figure[]> {
  const { rows } = await sql<{ rows: number; heap: number; indexes: number; subscribers: number }>`
    select sum(reltuples) / 1e6 as rows, sum(pg_table_size(oid)) / 1e9 as heap, sum(pg_indexes_size(oid)) / 1e9 as indexes,
      pg_total_relation_size('subscribers') / 1e9 as subscribers
    from pg_class where relkind = 'r' and relname ~ '^deliveries_'`.execute(db);
  const { rows: count, heap, indexes, subscribers } = rows[0]!;
  return [
    { what: 'deliveries', unit: 'millions', figure: Number(count) },
    { what: 'deliveries', unit: 'GB', figure: Number(heap) },
    { what: 'indexes of deliveries', unit: 'GB', figure: Number(indexes) },
    { what: 'subscribers with their indexes', unit: 'GB', figure: Number(subscribers) },
  ];
}

async function measureBackup(): Promise<Figure[]> {
  const [cpu, own] = [postgresSeconds(), process.cpuUsage()];
  let bytes = 0;
  const elapsed = await secondsOf(async () => {
    bytes = await backUp();
  });
  const { user, system } = process.cpuUsage(own);
  return [
    { what: 'backup', unit: 'MB', figure: bytes / 1e6 },
    { what: 'backup', unit: 'CPU s of PostgreSQL', figure: postgresSeconds() - cpu },
    { what: 'backup', unit: 'CPU s of the program', figure: (user + system) / 1e6 },
    { what: 'backup', unit: 's', figure: elapsed },
  ];
}

/** Writes a backup to nowhere. Returns its length. */
async function backUp(): Promise<number> {
  const store = await openFileStore({ data_dir: folder, files_url: undefined });
  const source = { db, store, embedded: true, secret_keys: [], passphrase: null };
  let bytes = 0;
  for await (const piece of streamBackup(source, () => {})) bytes += piece.length;
  return bytes;
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
}

async function printFigures(): Promise<void> {
  const { rows } = await sql<{ what: string; unit: string; figures: Record<string, number> }>`
    select what, unit, jsonb_object_agg(step, figure) as figures from bench_figures group by what, unit
    order by unit not in ('CPU ms', 'ms'), min(place)`.execute(db);
  const measured = steps.filter(step => rows[0]?.figures[step] !== undefined);
  printTable(
    `Millions of deliveries to ${subscribers.toLocaleString('en')} subscribers of ${newsletters} newsletters, the largest with ${largest.toLocaleString('en')}`,
    rows.map(({ what, unit, figures }) => ({
      what: `${what}, ${unit}`,
      ...Object.fromEntries(measured.map(step => [`${step} M`, figures[step] ?? ''])),
      'last to first': figures[measured.at(-1)!]! / figures[measured[0]!]!,
    })),
  );
}

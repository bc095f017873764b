// A year on one machine: MILLIONS newsletters (10), each with 10,000 readers who get 100 emails, a million deliveries. So 1,000 are
// ten million subscribers and a billion deliveries. After each of STEPS parts of the year (4) it measures sending, lists, hits and
// reports, vacuum and a backup, ROUNDS times (10). DATA is a folder that keeps the rows and the figures: a run that was ended goes on
// there. Run it with `nice`: the embedded PostgreSQL is as patient as this process.
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { streamBackup } from '../src/backups/write.ts';
import { openFileStore } from '../src/platform/storage/file-store.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { growLedger, issues } from './rig/grown-ledger.ts';
import { type Spent, workInTurns } from './rig/ledger-work.ts';
import { postgresSeconds } from './rig/postgres-usage.ts';
import { median, printTable } from './rig/table.ts';

const millions = Number(process.env.MILLIONS ?? 10);
const steps = Number(process.env.STEPS ?? 4);
const rounds = Number(process.env.ROUNDS ?? 10);
/** With indexes, write-ahead log and what an index needs while it is made. */
const gigabytesPerMillion = 0.3;

const { folder, remove } = process.env.DATA
  ? { folder: process.env.DATA, remove: async () => {} }
  : await makeFolder();
await askForSpace();
const { db, close } = await openBenchDatabase(folder, { connections: 1 });
await sql`
  create table if not exists bench_figures (
    step integer not null, place integer not null, what text not null, figure float8 not null, primary key (step, what)
  )`.execute(db);
// One that was going out when an earlier run was ended.
await sql`delete from emails where subject = 'New'`.execute(db);
for (let step = 1; step <= steps; step += 1) {
  if (await isMeasured(step)) continue;
  await grow(step);
  await measure(step);
}
await printFigures();
await close();
await remove();

async function askForSpace(): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const [needed, free] = [millions * gigabytesPerMillion, (bavail * bsize) / 1e9];
  if (free >= needed || process.env.DATA) return;
  console.error(
    `${millions} million deliveries need ${Math.ceil(needed)} GB, and there are ${Math.floor(free)} GB. Set MILLIONS, or TMPDIR to a larger disk.`,
  );
  process.exit(1);
}

async function isMeasured(step: number): Promise<boolean> {
  const { rows } = await sql`select from bench_figures where step = ${step} and what = 'backup, s'`.execute(
    db,
  );
  return rows.length > 0;
}

/** Makes the emails of this part of the year, and those before it that are missing. */
async function grow(step: number): Promise<void> {
  await setLogSize("'16GB'");
  const since = performance.now();
  const tell = (line: string) =>
    console.error(`${line}, ${Math.round((performance.now() - since) / 1000)} s`);
  await growLedger(db, millions, tell, Math.round((issues * step) / steps));
  await setLogSize('default');
}

async function setLogSize(size: string): Promise<void> {
  await sql`alter system set max_wal_size = ${sql.raw(size)}`.execute(db);
  await sql`select pg_reload_conf()`.execute(db);
}

async function measure(step: number): Promise<void> {
  const spent = await workInTurns({ ledger: db }, rounds);
  const figures: [string, number][] = [...spent].map(([what, { ledger }]) => [
    `${what}, CPU ms`,
    median(ledger.map((once: Spent) => once.cpu)),
  ]);
  figures.push(...(await sizes()));
  figures.push([
    'vacuum of the ledger, s',
    await secondsOf(() => sql`vacuum analyze deliveries`.execute(db)),
  ]);
  figures.push([
    'vacuum of subscribers, s',
    await secondsOf(() => sql`vacuum analyze subscribers`.execute(db)),
  ]);
  const cpu = postgresSeconds();
  let bytes = 0;
  const elapsed = await secondsOf(async () => {
    bytes = await backUp();
  });
  figures.push(
    ['backup, MB', bytes / 1e6],
    ['backup, s of PostgreSQL', postgresSeconds() - cpu],
    ['backup, s', elapsed],
  );
  await sql`
    insert into bench_figures (step, place, what, figure)
    select ${step}::int, place, what, figure
    from unnest(${figures.map(([what]) => what)}::text[], ${figures.map(([, figure]) => figure)}::float8[])
      with ordinality as measured (what, figure, place)
    on conflict (step, what) do update set figure = excluded.figure`.execute(db);
}

async function sizes(): Promise<[string, number][]> {
  const { rows } = await sql<{ rows: number; heap: number; indexes: number; subscribers: number }>`
    select sum(reltuples) / 1e6 as rows, sum(pg_table_size(oid)) / 1e9 as heap, sum(pg_indexes_size(oid)) / 1e9 as indexes,
      pg_total_relation_size('subscribers') / 1e9 as subscribers
    from pg_class where relkind = 'r' and relname ~ '^deliveries_'`.execute(db);
  const { rows: count, heap, indexes, subscribers } = rows[0]!;
  return [
    ['deliveries, millions', Number(count)],
    ['their rows, GB', Number(heap)],
    ['their indexes, GB', Number(indexes)],
    ['subscribers, GB', Number(subscribers)],
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
  const { rows } = await sql<{ what: string; figures: Record<string, number> }>`
    select what, jsonb_object_agg(step, figure) as figures from bench_figures group by what
    order by min(place)`.execute(db);
  printTable(
    `${millions} million deliveries a year to ${(millions / 100).toLocaleString('en')} million subscribers, after each of ${steps} parts`,
    rows.map(({ what, figures }) => ({
      what,
      ...Object.fromEntries(
        Array.from({ length: steps }, (_, at) => [`part ${at + 1}`, figures[at + 1] ?? '']),
      ),
      'last to first': figures[steps]! / figures[1]!,
    })),
  );
}

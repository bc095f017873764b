// How fast a newsletter of 100,000 subscribers (COUNT) with as many deliveries is exported and imported, and how much memory
// that takes, compared with a bare COPY of the same tables.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { makeRoom } from '../src/delivery/ledger/parts.ts';
import { writeBundle } from '../src/moving/exports/write-bundle.ts';
import type { ReadContext } from '../src/moving/imports/format.ts';
import { postrider } from '../src/moving/imports/formats/postrider.ts';
import type { Import } from '../src/moving/imports/import.ts';
import { openPieces, writePieces } from '../src/platform/bundle/pieces.ts';
import type { Database } from '../src/platform/database/connect.ts';
import { openFileStore } from '../src/platform/file-store.ts';
import type { Secret } from '../src/platform/secrets/signed-tokens.ts';
import { testVault } from '../src/testing/vault.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { seedEmail, seedNewsletter, seedSubscribers } from './rig/seed.ts';
import { printTable, type Row } from './rig/table.ts';

const count = Number(process.env.COUNT ?? 100_000);
const secret: Secret = [Buffer.alloc(32, 1)];
const vault = testVault;

const { folder, remove } = await makeFolder();
const store = await openFileStore({ data_dir: folder, files_url: undefined });
const from = await openBenchDatabase(`${folder}/from`);
const newsletter = await seedNewsletter(from.db, 'k'.repeat(32));
await seedSubscribers(from.db, newsletter, count);
await seedDeliveries(from.db);
const lines = 2 * count + 2;

const copied = await timed(() => copyOut(from.url));
const pieces = writePieces(store, 'bundle');
const exported = await timed(() =>
  from.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(trx =>
      writeBundle(trx, store, { newsletter, secret, vault }, new Date(), {
        write: pieces.write,
        tell: async () => {},
      }),
    ),
);
const { size } = await pieces.end();
await from.close();

const parts = new Map<string, number>();
const to = await openBenchDatabase(`${folder}/to`);
const into = await seedNewsletter(to.db, 'k'.repeat(32));
const imported = await timed(() =>
  postrider.run(
    to.db,
    {
      store,
      secret,
      vault,
      newsletter: into,
      bytes: openPieces(store, 'bundle', size),
      row: { id: randomUUID() } as Import,
      progress: {
        check: async () => {},
        begin: async () => {},
        add: async (_: number, part: string) => void parts.set(part, performance.now()),
      },
    } as unknown as ReadContext, // the rest is for other formats
    { end: async () => {}, wait: async () => {} },
  ),
);
await to.close();
await remove();

const row = (what: string, { seconds, cpu, peak }: Timed): Row => ({
  what,
  seconds,
  'rows/s': lines / seconds,
  '× COPY': seconds / copied.seconds,
  'own CPU s': cpu,
  'peak MB': peak,
});
printTable(
  `A newsletter with ${count} subscribers and deliveries: a bundle of ${Math.round(size / 1e6)} MB`,
  [row('bare COPY … TO', copied), row('export', exported), row('import', imported)],
);

type Timed = { seconds: number; cpu: number; peak: number };

async function timed(work: () => Promise<unknown>): Promise<Timed> {
  const since = performance.now();
  const before = process.cpuUsage();
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss / 1e6);
  }, 50);
  await work();
  clearInterval(watch);
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - since) / 1000, cpu: (user + system) / 1e6, peak };
}

/** The same tables as PostgreSQL writes them, thrown away. */
async function copyOut(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('copy subscribers to stdout');
  await client.query('copy (select * from deliveries) to stdout');
  await client.end();
}

async function seedDeliveries(db: Database): Promise<void> {
  const id = await seedEmail(db, newsletter, 'issue');
  const { rows } = await sql<{ key: number }>`
    update emails set status = 'sent', audience_bound = 1, audience_frozen = true where id = ${id} returning key`.execute(
    db,
  );
  const { key } = rows[0]!;
  await makeRoom(db, key);
  await sql`
    insert into deliveries (email_key, subscriber_key, status, attempts, status_date, reply)
    select ${key}, key, 'accepted', 1, now(), '250 2.0.0 OK' from subscribers`.execute(db);
  await sql`
    insert into delivery_chunks (email_key, first_key, last_key, accepted, first_pass_done, passes, next_attempt_date)
    select ${key}, min(key), max(key), count(*), true, 1, null from subscribers`.execute(db);
}
if (process.env.PARTS) console.log(Object.fromEntries(parts));

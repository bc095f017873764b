// Measures how fast a newsletter of 100,000 subscribers (COUNT) with as many deliveries is exported and imported, and how much memory that
// takes, compared with a bare COPY of the same tables.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { writeBundle } from '../src/moving/exports/write-bundle.ts';
import type { ReadContext } from '../src/moving/imports/format.ts';
import { postrider } from '../src/moving/imports/formats/postrider.ts';
import type { Import } from '../src/moving/imports/import.ts';
import type { Secret } from '../src/platform/secrets/signed-tokens.ts';
import { openFileStore } from '../src/platform/storage/file-store.ts';
import { openPieces, writePieces } from '../src/platform/storage/pieces.ts';
import { testVault } from '../src/testing/vault.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { seedDeliveries, seedNewsletter, seedSubscribers } from './rig/seed.ts';
import { printTable, type Row } from './rig/table.ts';
import { type Timed, timed } from './rig/timed.ts';

const count = Number(process.env.COUNT ?? 100_000);
const secret: Secret = [Buffer.alloc(32, 1)];
const vault = testVault;

const { folder, remove } = await makeFolder();
const store = await openFileStore({ data_dir: folder, files_url: undefined });
const from = await openBenchDatabase(`${folder}/from`);
const newsletter = await seedNewsletter(from.db, 'k'.repeat(32));
await seedSubscribers(from.db, newsletter, count);
await seedDeliveries(from.db, newsletter);
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

/** Copies the same tables out of PostgreSQL, and throws the rows away. */
async function copyOut(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('copy subscribers to stdout');
  await client.query('copy (select * from deliveries) to stdout');
  await client.end();
}
if (process.env.PARTS) console.log(Object.fromEntries(parts));

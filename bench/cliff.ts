// Measures what a message costs PostgreSQL under the worst statistics, as a multiple of its cost with fresh ones. Statistics are gathered
// before the audience was frozen, in the middle, or never, after one, 30 or 1,000 other emails in the partition. Each case runs on a new
// connection, as after a restart. COUNT sets the number of recipients.
import { sql } from 'kysely';
import { freezeNextRange } from '../src/delivery/ledger/audience.ts';
import { finishChunk, leaseChunk } from '../src/delivery/ledger/chunks.ts';
import type { Outcome } from '../src/delivery/ledger/delivery.ts';
import { makeRoom } from '../src/delivery/ledger/parts.ts';
import { listPlanned, take, writeOutcomes } from '../src/delivery/ledger/take.ts';
import { connectDatabase } from '../src/platform/database/connect.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { postgresSeconds } from './rig/postgres-usage.ts';
import { seedEmail, seedNewsletter, seedSubscribers } from './rig/seed.ts';
import { median, printTable } from './rig/table.ts';

const count = Number(process.env.COUNT ?? 20_000);
const served = Math.min(count, 5_000);
const inHand = 40;
const rounds = 3;
const states = ['fresh', 'before the freeze', 'in the middle', 'never'] as const;
type State = (typeof states)[number];

const { folder, remove } = await makeFolder();
const { db, url, close } = await openBenchDatabase(folder);
const newsletter = await seedNewsletter(db, 'k'.repeat(32));
await seedSubscribers(db, newsletter, count);

for (const [others, readers] of [
  [1, count],
  [30, count / 10],
  [1000, count / 1000],
] as const) {
  await startPartition(others, readers);
  const costs = new Map<State, number[]>(states.map(state => [state, []]));
  await costOf('never'); // a warm-up
  for (let round = 0; round < rounds; round += 1)
    for (const state of states) costs.get(state)!.push(await costOf(state));
  const fresh = median(costs.get('fresh')!);
  printTable(
    `After ${others} other emails to ${readers}: the first ${served} of ${count} messages, median of ${rounds} rounds`,
    states.map(state => {
      const cost = median(costs.get(state)!);
      return { statistics: state, 'PostgreSQL µs a message': cost, '× fresh ones': cost / fresh };
    }),
  );
}
await close();
await remove();

/** Creates a new partition without statistics, with these emails. PostgreSQL gathers none on its own. */
async function startPartition(others: number, readers: number): Promise<void> {
  await sql`
    delete from pg_statistic where starelid in (select inhrelid from pg_inherits where inhparent = 'deliveries'::regclass)`.execute(
    db,
  );
  await sql`truncate deliveries, delivery_chunks, emails cascade`.execute(db);
  const { rows } = await sql<{ first: number; last: number }>`
    with made as (
      insert into emails (id, newsletter_key, email_type, slug, source, status, subject)
      select gen_random_uuid(), ${newsletter.key}, 'public', gen_random_uuid(), 'api', 'sent', 'Earlier'
      from generate_series(1, ${others}::int)
      returning key
    ) select min(key) as first, max(key) as last from made`.execute(db);
  const { first, last } = rows[0]!;
  await makeRoom(db, last + 100);
  const parts = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'deliveries'::regclass`.execute(
    db,
  );
  for (const { name } of parts.rows)
    await sql`alter table ${sql.raw(name)} set (autovacuum_enabled = false)`.execute(db);
  await sql`
    insert into deliveries (email_key, subscriber_key, status, status_date, attempts, reply)
    select email, subscribers.key, 'accepted', now(), 1, '250 2.0.0 Ok: queued'
    from generate_series(${first}::bigint, ${last}::bigint) as email
    cross join (select key from subscribers order by key limit ${readers}) subscribers
    order by 1, 2`.execute(db);
}

/** Sends an email under such statistics, and returns what a message costs PostgreSQL, in µs of processor time. */
async function costOf(state: State): Promise<number> {
  if (state === 'never')
    await sql`
      delete from pg_statistic where starelid in (select inhrelid from pg_inherits where inhparent = 'deliveries'::regclass)`.execute(
      db,
    );
  else await sql`vacuum analyze deliveries`.execute(db);
  const id = await seedEmail(db, newsletter, crypto.randomUUID());
  const email = await db
    .updateTable('emails')
    .set({ status: 'in_flight', audience_bound: sql`(select max(key) from subscribers)` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await freezeNextRange(db, email, count / 4);
  if (state === 'in the middle') await sql`analyze deliveries`.execute(db);
  const row = await db
    .selectFrom('emails')
    .selectAll()
    .where('key', '=', email.key)
    .executeTakeFirstOrThrow();
  await freezeNextRange(db, row, count);
  if (state === 'fresh') await sql`analyze deliveries`.execute(db);
  await sql`checkpoint`.execute(db);
  const worker = connectDatabase(url, { size: 1, on_error: () => {} });
  await sql`select 1`.execute(worker);
  const since = postgresSeconds();
  const messages = await serve(worker);
  const seconds = postgresSeconds() - since;
  await worker.destroy();
  await db.deleteFrom('delivery_chunks').where('email_key', '=', email.key).execute();
  await sql`delete from deliveries where email_key = ${email.key}`.execute(db);
  return (seconds / messages) * 1e6;
}

/** Serves chunks until at least `served` messages are done, and returns how many. */
async function serve(worker: typeof db): Promise<number> {
  let done = 0;
  while (done < served) {
    const chunk = (await leaseChunk(worker, 600))!;
    const planned = await listPlanned(worker, chunk);
    let outcomes: Outcome[] = [];
    for (let at = 0; at < planned.length; at += inHand) {
      const taken = await take(worker, chunk, planned.slice(at, at + inHand), outcomes);
      outcomes = taken!.map(({ subscriber_key }) => ({
        subscriber_key,
        status: 'accepted',
        reply: '250 2.0.0 Ok: queued as 4ABCDEF12',
        copy_hash: 'aabbccddeeff',
      }));
    }
    await writeOutcomes(worker, chunk, outcomes);
    await finishChunk(worker, chunk, null);
    done += planned.length;
  }
  return done;
}

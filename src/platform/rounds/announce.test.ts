import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase, execute } from '../../testing/database.ts';
import { openPooled } from '../../testing/pooled.ts';
import { until } from '../../testing/until.ts';
import { connectDatabase, type Database } from '../database/connect.ts';
import { createLog } from '../log.ts';
import { openAnnouncements } from './announce.ts';
import { announceProcess } from './processes.ts';
import { startRounds } from './rounds.ts';

const hour = 3_600_000;
const opened = new AsyncDisposableStack();
let url: string;
/** One process adds work, and the other does it. */
let adding: Database;
let working: Database;
let watching: Database;
before(async () => {
  const database = await createTestDatabase();
  opened.defer(() => database.drop());
  ({ direct_url: url } = database);
  await execute(url, 'create table work (date timestamptz)');
  adding = connect();
  working = connect();
  watching = connect();
  for (const [db, role] of [
    [adding, 'api'],
    [working, 'worker'],
  ] as const) {
    const announced = await announceProcess(db, { role, log: createLog('silent') });
    opened.defer(() => announced.stop());
  }
  const announcements = openAnnouncements(adding, { listens: false });
  opened.defer(() => announcements.close());
});
after(() => opened.disposeAsync());

function connect(address = url): Database {
  const db = connectDatabase(address, { size: 1, on_error: () => {} });
  opened.defer(() => db.destroy());
  return db;
}

/** Starts work that is done when it is due; this process asks the database every `rest_ms`. */
async function startWorking(
  rest_ms?: number,
  { db = working, direct_url }: { db?: Database; direct_url?: string } = {},
) {
  const stack = new AsyncDisposableStack();
  const announcements = openAnnouncements(db, { listens: true, direct_url, ...(rest_ms && { rest_ms }) });
  stack.defer(() => announcements.close());
  let taken = 0;
  const rounds = startRounds(
    async () => {
      const { rows } = await sql`delete from work where date <= now() returning date`.execute(db);
      taken += rows.length;
      return 'after_pause';
    },
    {
      pause_ms: 1,
      due: {
        db,
        condition: now => sql`exists (select from work where date <= ${now})`,
      },
      longest_ms: hour,
      log: createLog('silent'),
      failure: 'failed',
    },
  );
  stack.defer(() => rounds.stop());
  return {
    taken: () => taken,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Waits until nobody has asked the database for longer than the usual pause. */
async function waitForRest(): Promise<void> {
  await until('nobody asks any more', async () => {
    const { rows } = await sql<{ rests: boolean }>`
      select max(state_change) < clock_timestamp() - interval '2 seconds' as rests
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(watching);
    return rows[0]!.rests;
  });
}

const add = (db: Database, date = new Date()) =>
  sql`insert into work values (${date.toISOString()})`.execute(db);

test('work that another process adds is taken up at its announcement, and a process takes up its own work without one', async () => {
  await using work = await startWorking(hour);
  await waitForRest();
  await add(adding);
  await until('the work of the other process is taken up', async () => work.taken() === 1);
  await waitForRest();
  await add(working);
  await until('own work is taken up', async () => work.taken() === 2);
});

test('work is taken up although nobody announces it, and not before it is due', async () => {
  await using work = await startWorking();
  await waitForRest();
  const date = new Date(Date.now() + 3000);
  await execute(url, `insert into work values ('${date.toISOString()}')`);
  await until('it is taken up', async () => work.taken() === 1);
  assert.ok(Date.now() >= date.getTime());
});

test('a process that cannot hear announcements asks all the time, until it hears again', async () => {
  await using work = await startWorking(hour);
  await waitForRest();
  await execute(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query = 'listen postrider_work'`,
    'insert into work values (now())',
  );
  await until('it is taken up', async () => work.taken() === 1);
  await waitForRest();
  await add(adding);
  await until('announcements are heard again', async () => work.taken() === 2);
});

test('a process behind a pooler hears announcements at the direct address, and asks all the time without one', async () => {
  await using pooler = await openPooled(url);
  const pooled = connect(pooler.url);
  {
    await using work = await startWorking(hour, { db: pooled, direct_url: url });
    await waitForRest();
    await add(adding);
    await until('the announcement is heard', async () => work.taken() === 1);
  }
  await using work = await startWorking(hour, { db: pooled });
  await execute(url, 'insert into work values (now())');
  await until('it is taken up', async () => work.taken() === 1);
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and query = 'listen postrider_work'`.execute(
    watching,
  );
  assert.deepEqual(rows, [], 'nobody listens in a session that is lent to others');
  await pooled.destroy();
});

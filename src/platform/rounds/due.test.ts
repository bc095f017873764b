import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase, execute } from '../../testing/database.ts';
import { until } from '../../testing/until.ts';
import { connectDatabase, type Database } from '../database/connect.ts';
import { createLog } from '../log.ts';
import type { Due } from './due.ts';
import { startRounds } from './rounds.ts';

const opened = new AsyncDisposableStack();
let url: string;
let db: Database;
before(async () => {
  const database = await createTestDatabase();
  opened.defer(() => database.drop());
  ({ url } = database);
  await execute(url, 'create table work (kind text, date timestamptz)');
  db = connectDatabase(url, { size: 2, on_error: assert.fail });
  opened.defer(() => db.destroy());
});
after(() => opened.disposeAsync());

function startCounting(due: Omit<Due, 'db'>) {
  let count = 0;
  const rounds = startRounds(
    async () => {
      count += 1;
      return 'after_pause';
    },
    { pause_ms: 1, due: { db, ...due }, log: createLog('silent'), failure: 'failed' },
  );
  return { count: () => count, [Symbol.asyncDispose]: rounds.stop };
}

test('a round follows once its work is due, by its own clock, whoever added the work', async () => {
  let now = new Date('2030-01-01T00:00:00Z');
  const hasWork = (kind: string): Due['condition'] => {
    return date => sql`exists (select from work where kind = ${sql.lit(kind)} and date <= ${date})`;
  };
  await using mail = startCounting({ condition: hasWork('mail') });
  await using feeds = startCounting({ condition: hasWork('feed'), clock: () => now });
  await until('both have looked once', async () => mail.count() === 1 && feeds.count() === 1);
  await execute(url, `insert into work values ('mail', now()), ('feed', '2030-01-02')`);
  await until('the mail is noticed', async () => mail.count() > 1);
  assert.equal(feeds.count(), 1);
  now = new Date('2030-01-02T00:00:00Z');
  await until('the feed is noticed', async () => feeds.count() > 1);
});

test('a round follows when the database no longer agrees with what the process knows', async () => {
  await execute(url, `insert into work values ('seen', now())`);
  let seen = '1';
  const condition: Due['condition'] = (_now, known) =>
    sql`(select count(*) from work where kind = 'seen')::text <> ${known}`;
  await using work = startCounting({ condition, known: () => seen });
  await using other = startCounting({ condition: () => sql`true` });
  await until('it has looked once', async () => work.count() === 1);
  await until('the question was asked several times', async () => other.count() > 2);
  assert.equal(work.count(), 1);
  seen = '0';
  await until('the difference is noticed', async () => work.count() > 1);
});

test('while the question cannot be answered, all work looks for itself', async () => {
  await using work = startCounting({ condition: () => sql`exists (select from nothing_of_this_name)` });
  await until('it goes on', async () => work.count() > 2);
});

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { until } from '../../testing/until.ts';
import { connectDatabase, type Database } from '../database/connect.ts';
import { createLog } from '../log.ts';
import { type CleaningStep, runDueSteps, startCleaning } from './cleaning.ts';

let database: TestDatabase;
let db: Database;
let asked: string[];
const now = new Date('2026-11-20T12:00:00Z');
const log = createLog('silent');
before(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url, { size: 5, on_error: () => {} });
});
after(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(async () => {
  asked = [];
  await sql`delete from cleanings`.execute(db);
});

const context = () => ({ db, clock: () => now, log });
/** Makes a step with this many batches to remove. */
function stepOf(name: string, batches: number, remove?: CleaningStep['remove']): CleaningStep {
  let left = batches;
  const count = async () => {
    asked.push(name);
    return left-- > 0 ? 7 : 0;
  };
  return { name, every_minutes: 60, kept_hours: 48, remove: remove ?? count };
}
const dueIn = async (name: string) => {
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from due_date - now())::float8 / 60 as minutes from cleanings where name = ${name}`.execute(
    db,
  );
  return Math.ceil(rows[0]!.minutes);
};
const makeDue = () => sql`update cleanings set due_date = now()`.execute(db);

test('a step removes batch after batch until nothing is left, and is due again after its interval', async () => {
  const steps = [stepOf('a', 2), stepOf('b', 0)];
  await runDueSteps(context(), steps);
  assert.deepEqual(asked, ['a', 'a', 'a', 'b']);
  await runDueSteps(context(), steps);
  assert.equal(asked.length, 4, 'nothing is due');
  assert.deepEqual([await dueIn('a'), await dueIn('b')], [60, 60]);
  await makeDue();
  await runDueSteps(context(), steps);
  assert.deepEqual(asked.slice(4), ['a', 'b']);
});

test('rows older than a step’s retention are deleted, by the given clock', async () => {
  const limits: [Date, number][] = [];
  const step = stepOf('aged', 0, async (...given) => {
    limits.push(given);
    return 0;
  });
  await runDueSteps(context(), [step]);
  assert.deepEqual(limits, [[new Date('2026-11-18T12:00:00Z'), 5000]]);
});

test('a failed step does not stop the others and is retried before its interval ends', async () => {
  const failing = stepOf('fails', 0, async () => {
    throw new Error('no such table');
  });
  await runDueSteps(context(), [failing, stepOf('works', 0)]);
  assert.deepEqual(asked, ['works']);
  assert.deepEqual([await dueIn('fails'), await dueIn('works')], [15, 60]);
});

test('several workers run each step once', async () => {
  const steps = ['a', 'b', 'c'].map(name => stepOf(name, 0));
  await Promise.all(Array.from({ length: 4 }, () => runDueSteps(context(), steps)));
  assert.deepEqual(asked.sort(), ['a', 'b', 'c']);
});

test('a dead worker’s step is taken over when its claim expires, and not before', async () => {
  const died = stepOf('long', 0, () => new Promise(() => {}));
  void runDueSteps(context(), [died]);
  await until('the step is claimed', async () => {
    const { rows } = await sql`select from cleanings where name = 'long'`.execute(db);
    return rows.length > 0;
  });
  assert.equal(await dueIn('long'), 5);
  await runDueSteps(context(), [stepOf('long', 0)]);
  assert.deepEqual(asked, []);
  await makeDue();
  await runDueSteps(context(), [stepOf('long', 0)]);
  assert.deepEqual(asked, ['long']);
});

test('cleaning starts by itself, stops after the current batch, and leaves the rest to the next worker', async () => {
  const batch = Promise.withResolvers<number>();
  const begun = Promise.withResolvers<void>();
  const step = stepOf('slow', 0, () => {
    asked.push('slow');
    begun.resolve();
    return batch.promise;
  });
  const cleaning = startCleaning(context(), [step], 1);
  await begun.promise;
  const stopped = cleaning.stop();
  batch.resolve(7);
  await stopped;
  assert.deepEqual(asked, ['slow']);
  await runDueSteps(context(), [stepOf('slow', 0)]);
  assert.deepEqual(asked, ['slow', 'slow']);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase } from '../testing/database.ts';
import { until } from '../testing/until.ts';
import { connectDatabase, type Database } from './database/connect.ts';
import { closeJobs, enqueue, type Job, type Jobs, openJobs, workJob } from './jobs.ts';
import { createLog } from './log.ts';

const job: Job<{ number: number }> = { name: 'count', policy: 'short' };
const opened = new AsyncDisposableStack();
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let jobs: Jobs;
before(async () => {
  database = await createTestDatabase();
  opened.defer(() => database.drop());
  const on_error = (error: Error) => assert.fail(error);
  db = connectDatabase(database.url, { size: 2, on_error });
  opened.defer(() => db.destroy());
  jobs = await openJobs(database.url, { declarations: [job], on_error });
  opened.defer(() => closeJobs(jobs));
});
after(() => opened.disposeAsync());

test('the sweep of finished jobs keeps jobs that wait for a worker or a retry', async () => {
  const ask = (key: string, run_at?: Date) => enqueue(db, jobs, job, { key, payload: { number: 1 }, run_at });
  await ask('asked for');
  const [failed] = await jobs.boss.fetch(job.name);
  await jobs.boss.fail(job.name, failed!.id);
  await ask('put off', new Date(Date.now() + 60_000));
  await ask('put off'); // pulled forward
  await ask('long due', new Date('2020-01-01'));
  await ask('now');
  await jobs.boss.supervise();
  const waiting = await jobs.boss.findJobs(job.name, {});
  assert.deepEqual(waiting.map(({ singletonKey, state }) => [singletonKey, state]).toSorted(), [
    ['asked for', 'retry'],
    ['long due', 'created'],
    ['now', 'created'],
    ['put off', 'created'],
  ]);
});

test('a job that becomes due later is worked on then, although no notification announces it', async () => {
  const numbers: number[] = [];
  const working = await openJobs(database.url, {
    declarations: [job],
    works: { db, log: createLog('silent') },
    on_error: assert.fail,
  });
  try {
    await workJob(working, job, { at_once: 1 }, async ({ number }) => void numbers.push(number));
    const run_at = new Date(Date.now() + 1500);
    await enqueue(db, jobs, job, { key: 'later', payload: { number: 2 }, run_at });
    await until('it is worked on', async () => numbers.includes(2));
    assert.ok(Date.now() >= run_at.getTime());
  } finally {
    await closeJobs(working);
  }
});

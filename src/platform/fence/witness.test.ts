import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { type FakeS3, openFakeS3 } from '../../testing/fake-s3.ts';
import {
  forge,
  newFolder,
  openStage,
  removeFolders,
  type Stage,
  startWorker,
  tryWorker,
  type Worker,
} from '../../testing/fence.ts';
import { until } from '../../testing/until.ts';
import { lockFence, readFence, readObstacle, release } from './queries.ts';
import { openWitness, type Witness } from './witness.ts';

const opened = new AsyncDisposableStack();
const path = '/safe/the/witness';
let s3: FakeS3;
let witness: Witness;
before(async () => {
  s3 = opened.use(await openFakeS3());
  witness = await openWitness(s3.url('safe/the/witness'));
  opened.defer(() => witness.close());
  opened.defer(removeFolders);
});
after(() => opened.disposeAsync());
beforeEach(() => s3.objects.clear());

const tokenOf = () => s3.objects.get(path)?.toString() ?? '';
const open = ['open', null, 'open'];
const held = (reason: string) => ['hold', reason, 'hold'];
// The name takes the place of the data folder, which a clone of a whole machine has as well.
const asSet = () => ({ witness, name: 'production' });

/** Returns a clone of the machine: the same row, with a seal that fits, in a database of its own. */
async function clone({ db }: Stage): Promise<Stage> {
  const stage = await openStage();
  const { rows } = await sql<{ row: object }>`select to_jsonb(fence) as row from fence`.execute(db);
  await sql`delete from fence`.execute(stage.db);
  await sql`insert into fence select * from jsonb_populate_record(null::fence, ${JSON.stringify(rows[0]!.row)}::jsonb)`.execute(
    stage.db,
  );
  await forge(stage.db, 'database_oid = (select oid from pg_database where datname = current_database())');
  return stage;
}

async function resume({ db }: Stage): Promise<void> {
  await db.transaction().execute(async trx => {
    await lockFence(trx);
    assert.ok(await release(trx, null));
  });
}

/** Waits until the worker has moved the witness again, as it does every five seconds or when its lease has ended. */
async function goesOn(stage: Stage, worker: Worker): Promise<void> {
  const token = tokenOf();
  await endLease(stage);
  await until('it moves the witness', async () => tokenOf() !== token);
  await until('it is open', async () => worker.status() === 'open');
}

const endLease = ({ db }: Stage) => forge(db, 'lease_until = now()');
const reasonOf = async ({ db }: Stage) => (await readFence(db))?.hold_reason;

test('a worker moves the witness again and again, and every later start continues it', async () => {
  await using stage = await openStage();
  {
    await using worker = await startWorker(stage, { witness });
    assert.equal(worker.status(), 'open');
    assert.notEqual(tokenOf(), '');
    await goesOn(stage, worker);
  }
  assert.deepEqual(await tryWorker(stage, { witness }), open);
});

test('a clone of a stopped machine is on hold once the original has started again, and the original goes on', async () => {
  await using stage = await openStage();
  await tryWorker(stage, asSet());
  await using copy = await clone(stage);
  await using original = await startWorker(stage, asSet());
  assert.deepEqual(await tryWorker(copy, asSet()), held('witness_moved'));
  assert.deepEqual(await tryWorker(copy, asSet()), held('witness_moved'), 'also at the next start');
  await goesOn(stage, original);
});

test('of two clones of a running machine, one goes on and the other is on hold', async () => {
  await using stage = await openStage();
  await using original = await startWorker(stage, asSet());
  await using copy = await clone(stage);
  await using cloned = await startWorker(copy, asSet());
  await endLease(stage);
  const both: [Stage, Worker][] = [
    [stage, original],
    [copy, cloned],
  ];
  await until('one is on hold', async () => both.some(([, worker]) => worker.status() === 'hold'));
  const [held, going] = both.toSorted(([, one]) => (one.status() === 'hold' ? -1 : 1));
  assert.equal(await reasonOf(held![0]), 'witness_moved');
  await goesOn(...going!);
  assert.equal(held![1].status(), 'hold');
});

test('a clone that starts while the last lease runs waits for its end, so the original keeps the witness', async () => {
  await using stage = await openStage();
  await using original = await startWorker(stage, asSet());
  await using copy = await clone(stage);
  await forge(copy.db, "server_start = server_start - interval '1 day'");
  await using cloned = await startWorker(copy, asSet());
  assert.equal(cloned.status(), 'waiting');
  assert.deepEqual(await readObstacle(copy.db), { sending: 'waiting', waits_for: 'worker' });
  await goesOn(stage, original);
  await endLease(copy);
  await until('the clone notices', async () => cloned.status() === 'hold');
  assert.equal(original.status(), 'open');
});

test('a snapshot of a whole machine that is put back is on hold', async () => {
  await using stage = await openStage();
  await tryWorker(stage, asSet());
  await using snapshot = await clone(stage);
  await tryWorker(stage, asSet());
  assert.deepEqual(await tryWorker(snapshot, asSet()), held('witness_moved'));
  await resume(snapshot);
  assert.deepEqual(await tryWorker(snapshot, asSet()), open, 'it takes the witness over');
  assert.deepEqual(await tryWorker(stage, asSet()), held('witness_moved'), 'from the original');
});

test('while the witness cannot be used nothing goes out, and afterwards everything continues', async () => {
  await using stage = await openStage();
  await using worker = await startWorker(stage, { witness });
  s3.fail('GET', 503, Number.POSITIVE_INFINITY);
  await endLease(stage);
  await until('a try has failed', async () => (await readFence(stage.db))?.witness_trouble !== '');
  await until('the worker stops', async () => worker.status() === 'waiting');
  assert.deepEqual(await readObstacle(stage.db), { sending: 'waiting', waits_for: 'witness' });
  assert.match(
    (await readFence(stage.db))!.witness_trouble,
    /^s3:\/\/127\.0\.0\.1:\d+\/safe\/the\/witness cannot be used: /,
  );
  s3.fail('GET', 503, 0);
  await until('it goes on', async () => worker.status() === 'open');
  assert.deepEqual(await readObstacle(stage.db), { sending: 'open', waits_for: null });
  assert.equal((await readFence(stage.db))!.witness_trouble, '');
});

test('a start without the witness sends nothing', async () => {
  await using stage = await openStage();
  s3.fail('GET', 403, 1);
  await using worker = await startWorker(stage, { witness });
  assert.equal(worker.status(), 'waiting');
  await until('it answers again', async () => worker.status() === 'open');
});

test('whatever a crash cuts off while the witness is moved, the next start continues', async () => {
  await using stage = await openStage();
  s3.fail('PUT', 503, 1); // the token is announced, but not written
  await tryWorker(stage, { witness });
  assert.equal(tokenOf(), '');
  assert.deepEqual(await tryWorker(stage, { witness }), open);
  await forge(stage.db, "witness_tokens = witness_tokens || '{announced, another}'");
  s3.objects.set(path, Buffer.from('announced')); // the token is written, but not confirmed
  assert.deepEqual(await tryWorker(stage, { witness }), open);
  assert.deepEqual((await readFence(stage.db))?.witness_tokens, [tokenOf()]);
});

test('several workers of one database share the witness', async () => {
  await using stage = await openStage();
  await using first = await startWorker(stage, { witness, is_shared: true });
  const place = { ...stage, data_dir: newFolder() };
  await using second = await startWorker(place, { witness, is_shared: true, patience_ms: 300_000 });
  await until('the second one is let in', async () => second.status() === 'open');
  for (let round = 0; round < 3; round += 1) {
    const token = tokenOf();
    await endLease(stage); // both renew it at once
    await until('one moves the witness', async () => tokenOf() !== token);
    await until('both go on', async () => first.status() === 'open' && second.status() === 'open');
  }
});

test('an object of somebody else, a deleted object and another file are not taken for the witness', async () => {
  await using stage = await openStage();
  s3.objects.set(path, Buffer.from('a token of another installation'));
  assert.deepEqual(await tryWorker(stage, { witness }), held('witness_moved'));
  await resume(stage);
  assert.deepEqual(await tryWorker(stage, { witness }), open);
  s3.objects.delete(path);
  assert.deepEqual(await tryWorker(stage, { witness }), held('witness_moved'));
  await using other = await openStage();
  s3.objects.set(path, Buffer.alloc(1000));
  await tryWorker(other, { witness });
  assert.match((await readFence(other.db))!.witness_trouble, /is another file\. Choose a path/);
});

test('a service that ignores conditions is refused', async () => {
  await using stage = await openStage();
  s3.is_conditional = false;
  const other = await openWitness(s3.url('safe/the/witness')); // the service was not tested yet
  try {
    await using worker = await startWorker(stage, { witness: other });
    assert.equal(worker.status(), 'waiting');
    assert.match((await readFence(stage.db))!.witness_trouble, /ignores If-Match or If-None-Match/);
  } finally {
    s3.is_conditional = true;
    other.close();
  }
});

test('a process without the witness, or with another one, does not go on alone, and a process with it does', async () => {
  await using stage = await openStage();
  await tryWorker(stage, { witness });
  assert.deepEqual(await tryWorker(stage), held('witness_missing'));
  assert.match((await readFence(stage.db))!.hold_detail, /FENCE_WITNESS is not set/);
  assert.deepEqual(await tryWorker(stage, { witness }), open);
  const other = await openWitness(s3.url('safe/elsewhere'));
  try {
    assert.deepEqual(await tryWorker(stage, { witness: other }), held('witness_missing'));
    await resume(stage);
    assert.deepEqual(await tryWorker(stage, { witness: other }), open, 'resuming changes the witness');
  } finally {
    other.close();
  }
});

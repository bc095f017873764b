import assert from 'node:assert/strict';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { execute, withDatabase } from '../../testing/database.ts';
import { forge, newFolder, openStage, removeFolders, startWorker, tryWorker } from '../../testing/fence.ts';
import { until } from '../../testing/until.ts';
import { connectDatabase } from '../database/connect.ts';
import { lockFence, putOnHold, readFence, readSending, release } from './queries.ts';

after(removeFolders);

const open = ['open', null, 'open'];
const held = (reason: string) => ['hold', reason, 'hold'];
const restored = { findRestore: async () => '019a2c5e-7b1d-7c43-9f0a-2e6d1b8c4f55' };

test('the first worker opens an epoch, and every later start in the same data folder continues it', async () => {
  await using stage = await openStage();
  assert.deepEqual(await tryWorker(stage), open);
  const first = await readFence(stage.db);
  assert.deepEqual(await tryWorker(stage), open);
  const second = await readFence(stage.db);
  assert.equal(second?.epoch, first?.epoch);
  assert.ok(second!.counter > first!.counter);
});

test('whatever a crash cuts off between the database and the data folder, the next start continues', async () => {
  await using stage = await openStage();
  const file = join(stage.data_dir, 'fence.json');
  // A crash before the file was written leaves everything as it was. This is a crash after that and before the commit.
  assert.deepEqual(await tryWorker(stage), open);
  const begun = (await readFile(file, 'utf8')).replace(/"counter":\d+/, '"counter":1,"is_begun":true');
  await writeFile(file, begun);
  await forge(stage.db, "state = 'new', epoch = null, born_empty = false");
  assert.deepEqual(await tryWorker(stage), open, 'cut off before the commit of a new epoch');
  await writeFile(
    file,
    (await readFile(file, 'utf8')).replace(/"counter":\d+\}/, '"counter":1,"is_begun":true}'),
  );
  assert.deepEqual(await tryWorker(stage), open, 'cut off after it');
  await forge(stage.db, 'counter = counter + 1');
  assert.deepEqual(await tryWorker(stage), open, 'cut off after a beat was committed');
  await writeFile(`${file}.draft-1-00000000`, 'cut off while the file was written');
  assert.deepEqual(await tryWorker(stage), open);
});

test('a copied data folder is on hold, however it was copied, and the original goes on', async () => {
  await using stage = await openStage();
  await tryWorker(stage);
  const copy = newFolder();
  await cp(stage.data_dir, copy, { recursive: true, preserveTimestamps: true });
  assert.deepEqual(await tryWorker({ ...stage, data_dir: copy }), held('copied_folder'));
  assert.deepEqual(
    await tryWorker(stage),
    open,
    'the original knows that nothing is wrong with the database',
  );
  // The same for the folder itself, overwritten by its own backup.
  const file = join(stage.data_dir, 'fence.json');
  const content = await readFile(file);
  await rm(file);
  await writeFile(file, content);
  assert.deepEqual(await tryWorker(stage), held('copied_folder'));
});

test('a database copied by a template is closed before any worker looks, and on hold once one does', async () => {
  await using stage = await openStage();
  await tryWorker(stage);
  const name = `${new URL(stage.database.url.replace(/^\w+:/, 'http:')).pathname.slice(1)}_copy`;
  const own = /\/([^/?]+)(\?|$)/.exec(stage.database.url)![1]!;
  await stage.db.destroy();
  await execute(process.env.TEST_DATABASE_URL!, `create database ${name} template ${own}`);
  const copy = connectDatabase(withDatabase(process.env.TEST_DATABASE_URL!, name), {
    size: 2,
    on_error() {},
  });
  try {
    assert.equal(await readSending(copy), 'waiting');
    assert.deepEqual(await tryWorker({ db: copy, data_dir: stage.data_dir }), held('copied_database'));
  } finally {
    await copy.destroy();
    await execute(process.env.TEST_DATABASE_URL!, `drop database ${name} with (force)`);
  }
});

test('rows that another program wrote, as pg_restore does, are closed at once and on hold', async () => {
  await using stage = await openStage();
  await using worker = await startWorker(stage);
  await sql`create table kept as select * from fence`.execute(stage.db);
  await sql`delete from fence`.execute(stage.db);
  assert.equal(await readSending(stage.db), 'waiting', 'in the middle of a restore');
  await sql`insert into fence select * from kept`.execute(stage.db);
  assert.notEqual(await readSending(stage.db), 'open');
  await until('the running worker notices', async () => worker.status() === 'hold');
  assert.equal((await readFence(stage.db))?.hold_reason, 'copied_database');
});

test('a database that was rolled back is on hold, at a start and under a running worker', async () => {
  await using stage = await openStage();
  await tryWorker(stage);
  await forge(stage.db, 'counter = counter - 1');
  assert.deepEqual(await tryWorker(stage), held('rolled_back'));
  await using other = await openStage();
  await using worker = await startWorker(other);
  await forge(other.db, 'counter = counter - 1');
  await until('the running worker notices', async () => worker.status() === 'hold');
});

test('a standby that took over is trusted if every commit had reached it, and is on hold otherwise', async () => {
  await using stage = await openStage();
  await tryWorker(stage);
  await forge(stage.db, "timeline = '0000ABCD', is_synchronous = true");
  assert.deepEqual(await tryWorker(stage), open);
  await forge(stage.db, "timeline = '0000ABCD', is_synchronous = false");
  assert.deepEqual(await tryWorker(stage), held('other_server'));
  await using behind = await openStage();
  await tryWorker(behind);
  await forge(behind.db, "timeline = '0000ABCD', is_synchronous = true, counter = counter - 1");
  assert.deepEqual(await tryWorker(behind), held('other_server'), 'it lacks the last counts');
});

test('after a restart of the server the fence is closed until a worker that knows the database looks', async () => {
  await using stage = await openStage();
  await using worker = await startWorker(stage);
  await forge(stage.db, "server_start = server_start - interval '1 day'");
  await until('the worker opens it again', async () => (await readSending(stage.db)) === 'open');
  assert.equal(worker.status(), 'open');
});

test('a worker in a new place is let in by a living one, and waits in vain for a dead one', async () => {
  await using stage = await openStage();
  {
    await using living = await startWorker(stage, { is_shared: true });
    const place = { ...stage, data_dir: newFolder() };
    await using joining = await startWorker(place, { is_shared: true, patience_ms: 300_000 });
    await until('the living one answers', async () => joining.status() === 'open');
    assert.equal(living.status(), 'open');
  }
  const stranger = { ...stage, data_dir: newFolder() };
  assert.deepEqual(await tryWorker(stranger, { is_shared: true }), ['waiting', null, 'open']);
  await using alone = await startWorker(stranger, { is_shared: true });
  await until('nobody answers', async () => alone.status() === 'hold');
  assert.equal((await readFence(stage.db))?.hold_reason, 'unknown_place');
  assert.deepEqual(
    await tryWorker(stage, { is_shared: true }),
    open,
    'one that knows the database ends that',
  );
});

test('FENCE_NAME can take the place of the data folder, if it is the same name', async () => {
  await using stage = await openStage();
  await tryWorker(stage, { name: 'production' });
  const elsewhere = { ...stage, data_dir: newFolder() };
  assert.deepEqual(await tryWorker(elsewhere, { name: 'staging' }), held('unknown_place'));
  assert.deepEqual(await tryWorker({ ...stage, data_dir: newFolder() }, { name: 'production' }), open);
});

test('a data folder that cannot be written does not stop a worker', async () => {
  await using stage = await openStage();
  await writeFile(stage.data_dir, 'a file where the folder should be');
  assert.deepEqual(await tryWorker(stage, { name: 'production' }), open);
  assert.deepEqual(await tryWorker(stage, { name: 'production' }), open);
});

test('a restored database is on hold until somebody resumes; then this place goes on, and copies from before do not', async () => {
  await using stage = await openStage();
  await tryWorker(stage);
  await sql`delete from fence`.execute(stage.db); // a restore leaves the table empty
  assert.deepEqual(await tryWorker(stage, restored), held('restored'));
  assert.deepEqual(await tryWorker(stage, restored), held('restored'), 'also at the next start');
  await stage.db.transaction().execute(async trx => {
    await lockFence(trx);
    assert.ok(await release(trx, await restored.findRestore()));
  });
  assert.equal(await readSending(stage.db), 'waiting');
  assert.deepEqual(
    await tryWorker({ ...stage, data_dir: newFolder() }, restored),
    open,
    'whoever looks first',
  );
  assert.deepEqual(await tryWorker(stage, restored), held('unknown_place'), 'the former place');
});

test('a database from before the fence opens, unless its data folder knows better', async () => {
  await using stage = await openStage();
  await forge(stage.db, 'born_empty = false');
  assert.deepEqual(await tryWorker(stage), open, 'the first start after an upgrade');
  await forge(stage.db, "state = 'new', epoch = null");
  assert.deepEqual(await tryWorker(stage), held('rolled_back'), 'restored from before the upgrade');
  await using fresh = await openStage();
  assert.deepEqual(await tryWorker({ ...fresh, data_dir: stage.data_dir }), open, 'a new database');
});

test('a stronger reason replaces a weaker one, and not the reverse', async () => {
  await using stage = await openStage();
  await tryWorker(stage);
  assert.equal(await putOnHold(stage.db, 'unknown_place', ''), true);
  assert.equal(await putOnHold(stage.db, 'rolled_back', ''), true);
  assert.equal(await putOnHold(stage.db, 'copied_folder', ''), false);
  assert.deepEqual(await tryWorker(stage), held('rolled_back'));
});

import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { readCron } from '../platform/config/cron.ts';
import { newId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { type FakeS3, openFakeS3 } from '../testing/fake-s3.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { until } from '../testing/until.ts';
import { clearInterrupted, holdBackup } from './interrupted.ts';
import { makeBackup } from './make.ts';
import { openPlace } from './places.ts';
import { backUpIfDue, type ScheduleContext } from './schedule.ts';

const begin = Date.now();
const hour = 3_600_000;

let service: TestService;
let s3: FakeS3;
let folder: string;
let now: number;
let context: ScheduleContext;

before(async () => {
  service = await startTestService({ env: { BACKUP_URL: '/somewhere', BACKUP_CRON: '0 * * * *' } });
  s3 = await openFakeS3();
});
after(async () => {
  await service.stop();
  await s3[Symbol.asyncDispose]();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postrider-backups-'));
  await service.db.deleteFrom('backups').execute();
  now = begin;
  const { db, store, installation_id } = service;
  context = {
    db,
    installation_id,
    log: createLog('silent'),
    clock: () => new Date(now),
    cron: readCron('0 * * * *'),
    place: await openPlace(folder),
    source: () => ({ db, store, embedded: false, secret_keys: [], passphrase: null }),
  };
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const backups = async () => (await service.api('GET', '/v1/backups')).body;

test('the first backup is made at once, and the next one when it is due', async () => {
  assert.equal(await backUpIfDue(context), true);
  assert.equal(await backUpIfDue(context), false);
  now += 2 * hour; // in one hour, the full hour may be one that had come when the first was made
  assert.equal(await backUpIfDue(context), true);
  const { results, last_good, last_failed, next_date } = await backups();
  assert.deepEqual(
    results.map(({ kind, status }: Record<string, string>) => [kind, status]),
    [
      ['scheduled', 'good'],
      ['scheduled', 'good'],
    ],
  );
  assert.equal(last_good.id, results[0].id);
  assert.equal(last_failed, null);
  assert.match(next_date, /T\d\d:00:00\.000Z$/);
  assert.equal(last_good.place, folder);
  assert.ok((await readdir(folder)).includes(last_good.file_name));
  assert.equal((await readFile(join(folder, last_good.file_name))).length, last_good.size);
});

test('after the clock was set back, the next backup does not wait for the earlier time to come again', async () => {
  assert.equal(await backUpIfDue(context), true);
  await sql`update backups set creation_date = now() + interval '70 years'`.execute(service.db);
  assert.equal(await backUpIfDue(context), true);
  assert.equal(await backUpIfDue(context), false);
});

test('of two workers only one makes the backup', async () => {
  assert.deepEqual((await Promise.all([backUpIfDue(context), backUpIfDue(context)])).toSorted(), [
    false,
    true,
  ]);
  assert.equal((await readdir(folder)).length, 1);
});

test('backups that are no longer kept are deleted, and nothing else', async () => {
  await writeFile(join(folder, 'mine.tar.zst'), '');
  for (let count = 0; count < 9; count += 1) {
    now = begin + count * 24 * hour;
    await service.db.deleteFrom('backups').execute();
    assert.equal(await backUpIfDue(context), true);
  }
  const names = await readdir(folder);
  assert.ok(names.includes('mine.tar.zst'));
  assert.ok(
    names.length === 8 || names.length === 9,
    'seven days, and a Sunday before them if there was one',
  );
});

test('a failure is reported with its reason, and the backup is tried again after an hour', async () => {
  const { body } = await service.api('POST', '/v1/webhooks', {
    url: 'https://hook.example/',
    event_types: ['backup.failed'],
  });
  context.place = await openPlace(s3.url('bucket', 'KEY:wrong'));
  context.cron = readCron('0 0 1 1 *');
  assert.equal(await backUpIfDue(context), true);
  const { last_failed, last_good } = await backups();
  assert.equal(last_good, null);
  assert.match(last_failed.status_reason, /s3:\/\/bucket\/ cannot be used: SignatureDoesNotMatch/);
  assert.doesNotMatch(JSON.stringify(last_failed), /wrong/);
  const events = await service.api('GET', '/v1/events?event_type=backup.failed');
  assert.equal(events.body.results[0].metadata.place, 's3://bucket/');
  const told = await service.db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.key', 'webhook_key')
    .where('webhooks.id', '=', body.id)
    .select('event_key')
    .execute();
  assert.equal(told.length, 1);
  assert.equal(await backUpIfDue(context), false);
  now += 2 * hour;
  context.place = await openPlace(s3.url('bucket'));
  assert.equal(await backUpIfDue(context), true);
  assert.equal((await backups()).last_good.place, 's3://bucket/');
  assert.equal(s3.objects.size, 1);
});

test('a backup whose worker was killed is reported, and the next one is made at once', async () => {
  await service.db
    .insertInto('backups')
    .values({
      id: '0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60',
      kind: 'scheduled',
      place: folder,
      file_name: 'x',
      is_encrypted: false,
    })
    .execute();
  now += 2 * hour;
  assert.equal(await backUpIfDue(context), true);
  const { results } = await backups();
  assert.deepEqual(
    results.map(({ status }: Record<string, string>) => status),
    ['good', 'failed'],
  );
  assert.match(results[1].status_reason, /was killed/);
});

test('files that a killed backup left behind are removed by the next one of any kind, but files still being written stay', async () => {
  const { db, store } = service;
  const leave = async (id: string, file_name: string) => {
    await db
      .insertInto('backups')
      .values({ id, kind: 'manual', place: folder, file_name, is_encrypted: false })
      .execute();
    await writeFile(join(folder, `${file_name}.partial`), 'half a backup');
  };
  const living = newId();
  await leave(newId(), 'killed.tar.zst');
  await leave(living, 'living.tar.zst');
  await writeFile(join(folder, 'download.partial'), 'of somebody else');
  {
    await using _held = await holdBackup(db, living);
    const source = { db, store, embedded: false, secret_keys: [], passphrase: null };
    await makeBackup(source, await openPlace(folder), 'next.tar.zst', 'manual');
  }
  assert.deepEqual((await readdir(folder)).sort(), [
    'download.partial',
    'living.tar.zst.partial',
    'next.tar.zst',
  ]);
  const { results } = await backups();
  assert.deepEqual(
    results.map(({ file_name, status }: Record<string, string>) => [file_name, status]),
    [
      ['next.tar.zst', 'good'],
      ['living.tar.zst', 'in_progress'],
      ['killed.tar.zst', 'failed'],
    ],
  );
  await until('PostgreSQL has noticed that its connection is closed', async () => {
    await clearInterrupted(db);
    return !(await readdir(folder)).includes('living.tar.zst.partial');
  });
  assert.deepEqual((await readdir(folder)).sort(), ['download.partial', 'next.tar.zst']);
});

test('a stop leaves neither a file nor a row, and the backup stays due', async () => {
  const stopping = new AbortController();
  stopping.abort();
  await backUpIfDue(context, stopping.signal);
  assert.deepEqual(await readdir(folder), []);
  assert.equal((await backups()).count, 0);
  assert.equal(await backUpIfDue(context), true);
});

test('only keys of the installation see backups', async () => {
  const headers = await service.keyWith({ settings: 'write' });
  assert.equal((await service.api('GET', '/v1/backups', undefined, headers)).status, 403);
  const allowed = await service.keyWith({ installation: 'read' });
  assert.equal((await service.api('GET', '/v1/backups?status=failed', undefined, allowed)).status, 200);
});

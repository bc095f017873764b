import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase } from '../../testing/database.ts';
import { connectDatabase, type Database } from '../database/connect.ts';
import { newId } from '../ids.ts';
import { leaseMark } from '../leases.ts';
import { readLife } from '../life.ts';
import { createLog } from '../log.ts';
import { announceProcess, describeFilesPlaces, listEnded } from './processes.ts';

let db: Database;
const opened = new AsyncDisposableStack();
before(async () => {
  const database = await createTestDatabase();
  opened.defer(() => database.drop());
  db = connectDatabase(database.url, { size: 2, on_error: () => {} });
  opened.defer(() => db.destroy());
});
after(() => opened.disposeAsync());

test('a running process has not ended, and other processes only if that is certain', async () => {
  const announced = await announceProcess(db, { role: 'all', log: createLog('silent') });
  const here = await readLife();
  const row = { role: 'worker', host: 'here', version: '1', process_id: 2 ** 22 + 1 };
  const [gone, elsewhere, unknown] = [newId(), newId(), newId()];
  await db
    .insertInto('processes')
    .values([
      { ...row, id: gone, lease_mark: 'a', realm: here.realm, start: '1' },
      { ...row, id: elsewhere, lease_mark: 'b', realm: 'another container', start: '1' },
      { ...row, id: unknown },
    ])
    .execute();
  const marksOf = async (is_alone: boolean) =>
    (await listEnded(db, { is_alone })).map(({ lease_mark }) => lease_mark).toSorted();
  const isKnown = here.realm !== null; // only Linux tells
  assert.deepEqual(await marksOf(false), isKnown ? ['a'] : []);
  assert.deepEqual(
    await marksOf(true),
    isKnown ? ['a', 'b'] : [],
    'nobody else can serve from this database',
  );
  await announced.stop();
  assert.ok(!(await marksOf(true)).includes(leaseMark));
});

test('processes that keep uploaded files in different places are named with their hosts', async () => {
  const log = createLog('silent');
  const one = await announceProcess(db, { role: 'api', log, files_place: 'the folder 1' });
  const old = await announceProcess(db, { role: 'worker', log });
  assert.equal(await describeFilesPlaces(db), undefined);
  const other = await announceProcess(db, { role: 'worker', log, files_place: 'the folder 2' });
  assert.match((await describeFilesPlaces(db))!, /different places \(.+: the folder 1; .+: the folder 2\)/);
  for (const process of [one, old, other]) await process.stop();
});

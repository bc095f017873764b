import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { restoreBackup } from '../backups/restore.ts';
import { readConfig } from '../platform/config/config.ts';
import { connectDatabase } from '../platform/database/connect.ts';
import { openForeignCluster } from '../platform/embedded/cluster.ts';
import { openForeignDatabase } from '../platform/embedded/embedded.ts';
import { isRoot, nobody } from '../platform/embedded/programs.ts';
import { createLog } from '../platform/log.ts';
import { openDatabase } from '../program/open-database.ts';
import { releaseBackup, streamOf } from '../testing/backups.ts';
import { emptyFolder, removeMadeFolder } from '../testing/embedded-trial.ts';
import { upgradeCluster } from './upgrade-database.ts';

after(removeMadeFolder);

const programs = '/usr/lib/postgresql/15/bin';
const skip = existsSync(programs) ? false : 'needs the programs of PostgreSQL 15';
const silent = { write() {} };

/** A data folder as a Postrider with PostgreSQL 15 would have left it. */
async function oldFolder(t: TestContext): Promise<string> {
  const folder = await emptyFolder(t);
  const secret = join(folder, 'postgres.secret');
  await writeFile(secret, 'a-password-of-that-time', { mode: 0o600 });
  await mkdir(join(folder, 'postgres'), { mode: 0o700 });
  const user = isRoot() ? nobody : {};
  if (isRoot())
    for (const path of [folder, secret, join(folder, 'postgres')]) await chown(path, nobody.uid, nobody.gid);
  const settings = [
    '--username=postrider',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ];
  execFileSync(
    join(programs, 'initdb'),
    [`--pgdata=${join(folder, 'postgres')}`, `--pwfile=${secret}`, ...settings],
    user,
  );
  const cluster = await openForeignCluster(folder, {
    postgres: join(programs, 'postgres'),
    initdb: join(programs, 'initdb'),
    major: '15',
  });
  const database = await openForeignDatabase(cluster, () => {});
  const db = connectDatabase(database.url, { size: 2, on_error: () => {} });
  const nothing = async () => {};
  try {
    await restoreBackup(
      async () => ({ db, store: undefined as never, mark: nothing, keep_keys: nothing, finish: nothing }),
      streamOf(releaseBackup('development-0017')),
      null,
    );
  } finally {
    await db.destroy();
    await database.close();
  }
  return folder;
}

test('a database of an older PostgreSQL is refused, then converted by one command, and the old one is kept', {
  skip,
}, async t => {
  const folder = await oldFolder(t);
  const config = readConfig({ DATA_DIR: folder }, '/nowhere/.env');
  const log = createLog('silent');
  await assert.rejects(
    openDatabase(config, log, { claim: true, absent: 'refuse' }),
    /PostgreSQL 15.*npx postrider upgrade-database/,
  );
  await assert.rejects(
    upgradeCluster(config, folder, silent),
    /whose programs are not in .*--programs FOLDER/,
  );
  await upgradeCluster(config, programs, silent);
  const { db, close } = await openDatabase(config, log, { claim: true, absent: 'refuse' });
  try {
    const { rows } = await sql<Record<string, unknown>>`
      select current_setting('server_version_num')::int >= 180000 as is_new, (select count(*) from subscribers)::int as subscribers,
        (select count(*) from deliveries)::int as deliveries`.execute(db);
    assert.deepEqual(rows, [{ is_new: true, subscribers: 5, deliveries: 5 }]);
  } finally {
    await close();
  }
  const names = await readdir(folder);
  assert.deepEqual(names.filter(name => /^postgres/.test(name)).toSorted(), [
    ...['postgres', 'postgres-15', 'postgres-15.secret', 'postgres.log', 'postgres.secret'],
  ]);
  assert.equal((await readdir(join(folder, 'backups'))).length, 1);
  await upgradeCluster(config, undefined, {
    write: text => assert.match(text, /already belongs to PostgreSQL 18/),
  });
});

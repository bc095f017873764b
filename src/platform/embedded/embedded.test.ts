import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  afterwards,
  ask,
  emptyFolder,
  opener,
  openHere,
  removeMadeFolder,
  runningServer,
  usedFolder,
} from '../../testing/embedded-trial.ts';
import { until } from '../../testing/until.ts';
import { EmbeddedDatabaseError } from './embedded.ts';
import { sightPostmaster } from './postmaster.ts';

after(removeMadeFolder);

test('an empty folder becomes a database that listens only on a socket and requires its password', async t => {
  const folder = await emptyFolder(t);
  const { url } = await openHere(t, folder, true);
  const facts = await ask(
    url,
    `select current_setting('listen_addresses') as listens, current_setting('data_checksums') as checksums,
            current_setting('wal_level') as wal, current_setting('timezone') as zone, current_user::text as name,
            datname::text as database, pg_encoding_to_char(encoding)::text as encoding,
            datlocprovider::text as provider, datlocale as locale
       from pg_database where datname = current_database()`,
  );
  assert.deepEqual(facts, {
    listens: '',
    checksums: 'on',
    wal: 'minimal',
    zone: 'UTC',
    name: 'postrider',
    database: 'postrider',
    encoding: 'UTF8',
    provider: 'b',
    locale: 'C.UTF-8',
  });
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await assert.rejects(ask(wrong.href, 'select 1'), /password authentication failed/);
  const secret = await stat(join(folder, 'postgres.secret'));
  assert.equal(secret.mode & 0o777, 0o600);
  const sockets = await stat(new URL(url).searchParams.get('host') ?? '');
  assert.equal(sockets.mode & 0o777, 0o700);
});

test('data is still there after a restart', async t => {
  const folder = await usedFolder(t);
  const first = await openHere(t, folder, true);
  await ask(first.url, 'create table letters as select 42 as answer');
  await first.close();
  const second = await openHere(t, folder, true);
  assert.equal(second.url, first.url);
  assert.deepEqual(await ask(second.url, 'select answer from letters'), { answer: 42 });
});

test('PG… environment variables do not change the meaning of the connection string', async t => {
  const { url } = await openHere(t, await usedFolder(t), false);
  const misleading = {
    PGPORT: '6543',
    PGHOST: 'nowhere',
    PGSSLMODE: 'require',
    PGUSER: 'x',
    PGPASSWORD: 'y',
  };
  for (const [name, value] of Object.entries(misleading)) {
    const before = process.env[name];
    process.env[name] = value;
    afterwards(t, () => {
      if (before === undefined) delete process.env[name];
      else process.env[name] = before;
    });
  }
  assert.deepEqual(await ask(url, 'select 1 as one'), { one: 1 });
});

for (const [kind, folderOf] of [
  ['empty', emptyFolder],
  ['stopped', usedFolder],
] as const) {
  test(`if three processes start on one ${kind} folder together, one wins and the others learn which`, async t => {
    const folder = await folderOf(t);
    const openers = await Promise.all([1, 2, 3].map(() => opener(t, folder, true)));
    const outcomes = await Promise.all(openers.map(each => each.open()));
    const winner = outcomes.findIndex(outcome => outcome.url);
    const told = `Postrider is already running on ${folder} (process ${openers[winner]?.process.pid}). Stop it first, or choose another folder with DATA_DIR.`;
    const losers = outcomes.filter((_, index) => index !== winner);
    assert.deepEqual(losers, [{ refused: told }, { refused: told }]);
    assert.deepEqual(await ask(outcomes[winner]?.url ?? '', 'select 1 as one'), { one: 1 });
    await openers[winner]?.close();
    assert.equal(await runningServer(folder), undefined);
  });
}

test('a server that outlived its killed process is joined, and its claim can be taken', async t => {
  const folder = await usedFolder(t);
  const other = await opener(t, folder, true);
  const { url } = await other.open();
  const server = await runningServer(folder);
  await other.kill();
  const database = await openHere(t, folder, true);
  assert.equal(database.url, url);
  assert.equal(await runningServer(folder), server);
});

test('the next start recovers after process and server were both killed', async t => {
  const folder = await usedFolder(t);
  const other = await opener(t, folder, true);
  const { url = '' } = await other.open();
  await ask(url, 'create table letters as select 42 as answer');
  const server = await runningServer(folder);
  await other.kill();
  process.kill(server ?? 0, 'SIGKILL');
  const database = await openHere(t, folder, true);
  assert.equal(database.url, url);
  assert.deepEqual(await ask(url, 'select answer from letters'), { answer: 42 });
});

test('the claim’s holder restarts a killed server at the same address and keeps the claim', async t => {
  const folder = await usedFolder(t);
  const logged: string[] = [];
  const database = await openHere(t, folder, true, logged);
  const server = await runningServer(folder);
  process.kill(server ?? 0, 'SIGKILL');
  await until('PostgreSQL to be back', async () => logged.includes('PostgreSQL is running again'));
  assert.deepEqual(await ask(database.url, 'select 1 as one'), { one: 1 });
  assert.notEqual(await runningServer(folder), server);
  await assert.rejects(openHere(t, folder, true), /already running/);
  await database.close();
  assert.equal(await runningServer(folder), undefined);
});

test('a claim is taken again after its connection was ended', async t => {
  const folder = await usedFolder(t);
  const logged: string[] = [];
  const database = await openHere(t, folder, true, logged);
  await ask(
    database.url,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'postrider serve ${process.pid}'`,
  );
  await until('PostgreSQL to be back', async () => logged.includes('PostgreSQL is running again'));
  await assert.rejects(openHere(t, folder, true), /already running/);
});

test('a closed server is not restarted, even if it was dead when it was closed', async t => {
  const folder = await usedFolder(t);
  const database = await openHere(t, folder, true);
  process.kill((await runningServer(folder)) ?? 0, 'SIGKILL');
  await database.close();
  assert.equal(await runningServer(folder), undefined);
  // The next process restores the socket folder of the dead one.
  await (await openHere(t, folder, true)).close();
});

test('a process that was refused the claim leaves the server running', async t => {
  const folder = await usedFolder(t);
  const database = await openHere(t, folder, true);
  await assert.rejects(openHere(t, folder, true), EmbeddedDatabaseError);
  assert.deepEqual(await ask(database.url, 'select 1 as one'), { one: 1 });
});

test('a short command does not stop a server that others use; the last user does', async t => {
  const folder = await usedFolder(t);
  const long = await openHere(t, folder, false);
  const short = await openHere(t, folder, false);
  await short.close();
  assert.deepEqual(await ask(long.url, 'select 1 as one'), { one: 1 });
  const serve = await openHere(t, folder, true);
  await long.close();
  assert.deepEqual(await ask(serve.url, 'select 1 as one'), { one: 1 });
  const other = await openHere(t, folder, false);
  await serve.close();
  assert.equal(await runningServer(folder), undefined);
  await other.close();
});

test('commands that start and end at the same time do not stop each other’s server', async t => {
  const folder = await usedFolder(t);
  const comeAndGo = async () => {
    for (let round = 0; round < 5; round++) {
      const database = await openHere(t, folder, false);
      assert.deepEqual(await ask(database.url, 'select 1 as one'), { one: 1 });
      await database.close();
    }
  };
  await Promise.all([comeAndGo(), comeAndGo(), comeAndGo()]);
  assert.equal(await runningServer(folder), undefined);
});

test('a process that opens during shutdown waits and starts the server again', async t => {
  const folder = await usedFolder(t);
  const leaving = await openHere(t, folder, true);
  const checkpointer = await ask(
    leaving.url,
    "select pid from pg_stat_activity where backend_type = 'checkpointer'",
  );
  // The server cannot end without its last checkpoint, which this stops.
  process.kill(Number(checkpointer?.pid), 'SIGSTOP');
  const closing = leaving.close();
  await until('the server to be stopping', async () => {
    const { postmaster } = await sightPostmaster(join(folder, 'postgres'));
    return postmaster?.status === 'stopping';
  });
  const opening = openHere(t, folder, true);
  process.kill(Number(checkpointer?.pid), 'SIGCONT');
  await closing;
  assert.deepEqual(await ask((await opening).url, 'select 1 as one'), { one: 1 });
});

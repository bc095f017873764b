import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openPair, type Pair } from '../../testing/database-servers.ts';
import { freePort } from '../../testing/free-port.ts';
import { until } from '../../testing/until.ts';
import { outageOf } from '../outage.ts';
import { NoServerError } from '../server-errors.ts';
import { connectDatabase, type Database, openConnection, poolOf } from './connect.ts';

let pair: Pair;
before(async () => {
  pair = await openPair({ synchronous: false });
});
after(() => pair[Symbol.asyncDispose]());

const open = (url: string) => connectDatabase(url, { size: 2, on_error: () => {} });

async function portOf(db: Database): Promise<number> {
  const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(db);
  return rows[0]!.port;
}

const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => assert.fail('it succeeded'),
    (error: Error) => error,
  );

test('a connection leads to the server that accepts writes, even if it is not the first', async () => {
  const { primary, standby } = pair;
  for (const places of [
    [primary.place, standby.place],
    [standby.place, primary.place],
    ['127.0.0.1:1', standby.place, primary.place],
  ]) {
    await using db = open(`postgres://postrider@${places.join(',')}/postgres`);
    assert.equal(await portOf(db), primary.port);
    const listener = await openConnection(db);
    assert.equal(listener.server.name, primary.place);
    await listener.end();
  }
});

test('a standby is used only by callers who ask for one', async () => {
  await using db = open(`${pair.url('postgres')}?target_session_attrs=standby`);
  assert.equal(await portOf(db), pair.standby.port);
  await using either = connectDatabase(pair.url('postgres'), { size: 1, wish: 'any', on_error: () => {} });
  assert.equal(await portOf(either), pair.primary.port);
});

test('if no server can be used, the failure names each and why, and requests get 503', async () => {
  await using db = open(`postgres://postrider:secret@${pair.standby.place},127.0.0.1:1/postgres`);
  const failure = await failureOf(portOf(db));
  assert.ok(failure instanceof NoServerError);
  assert.equal(
    failure.message,
    `The database cannot be used. ${pair.standby.place}: It is a standby, which accepts no writes. 127.0.0.1:1: The connection was refused: nothing is listening there.`,
  );
  assert.equal(outageOf(failure)?.code, 'not_ready');
});

test('a wrong name is not blamed on the servers', async () => {
  await using db = open(pair.url('nothing'));
  assert.match((await failureOf(portOf(db))).message, /database "nothing" does not exist/);
});

test('a connection on which writes are refused does not return to the pool', async () => {
  await using db = connectDatabase(`${pair.url('postgres')}?target_session_attrs=any`, {
    size: 1,
    on_error: () => {},
  });
  await sql`set default_transaction_read_only = on`.execute(db);
  await assert.rejects(sql`create table refused ()`.execute(db), { code: '25006' });
  await sql`create table accepted ()`.execute(db);
});

test('connections to a machine that no longer answers are ended', {
  skip: process.platform !== 'linux' && 'other systems answer for a process that is stopped',
}, async t => {
  const port = await freePort();
  const relay = spawn(process.execPath, ['-e', relaying, String(port), String(pair.primary.port)]);
  t.after(() => relay.kill('SIGKILL'));
  await once(relay.stdout, 'data');
  await using db = open(`postgres://postrider@127.0.0.1:${port},${pair.primary.place}/postgres`);
  const held = await poolOf(db).connect();
  held.on('error', () => {});
  relay.kill('SIGSTOP');
  // The system accepts two connections on behalf of a process that does not; after that, nobody answers at this port.
  for (const _ of [1, 2]) {
    const filling = connect({ port, host: '127.0.0.1' });
    t.after(() => filling.destroy());
    await once(filling, 'connect');
  }
  const reason = await failureOf(held.query('select 1'));
  assert.match(reason.message, /no longer answers/);
  assert.equal(outageOf(reason)?.code, 'not_ready');
  held.release();
  assert.equal(await portOf(db), pair.primary.port, 'the next server is used');
});

/** A program that passes everything on to another port. */
const relaying = `
  const net = require('node:net');
  const [port, target] = process.argv.slice(1);
  net.createServer(from => {
    const to = net.connect(target, '127.0.0.1');
    from.pipe(to).pipe(from);
    for (const end of [from, to]) end.on('error', () => {});
  }).listen({ port, host: '127.0.0.1', backlog: 1 }, () => console.log('ready'));
`;

test('after a promotion, callers that waited and later callers get the new primary', async () => {
  const { primary, standby } = pair;
  await using db = open(pair.url('postgres'));
  assert.equal(await portOf(db), primary.port);
  const held = await poolOf(db).connect();
  const cut_off = failureOf(held.query('select pg_sleep(600)'));
  await primary.end('SIGKILL');
  const reason = await cut_off;
  held.release();
  assert.equal(outageOf(reason)?.code, 'not_ready', String(reason));
  assert.match(
    (await failureOf(portOf(db))).message,
    /refused: nothing is listening there.*It is a standby/s,
  );
  await standby.promote();
  await until('the new primary', async () => (await portOf(db).catch(() => undefined)) === standby.port);
});

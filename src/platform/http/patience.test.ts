import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { until } from '../../testing/until.ts';
import { createLog } from '../log.ts';
import type { Patience } from './patience.ts';
import { createServer } from './server.ts';

/** Timeouts that are long, except for the one under test. */
const endless = { header_ms: 600_000, body_ms: 600_000, idle_ms: 600_000 };

async function serve(t: TestContext, patience: Partial<Patience>): Promise<() => Socket> {
  const app = await createServer({
    log: createLog('silent'),
    body_limit: 10_000_000,
    trusted_proxies: [],
    patience: { ...endless, ...patience },
  });
  app.post('/', async () => 'taken');
  app.get('/', async () => 'here');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  return () => {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true }).on('error', () => {});
    sockets.push(socket);
    return socket;
  };
}

/** Returns everything that the server sends until it hangs up. A write that comes too late is not a failure. */
async function answerOf(socket: Socket): Promise<string> {
  let answer = '';
  socket.on('data', part => (answer += part));
  await new Promise(resolve => socket.once('end', resolve).once('close', resolve));
  return answer;
}

/** Sends a byte now and then until the server hangs up. */
function trickle(socket: Socket, t: TestContext): void {
  const timer = setInterval(() => socket.writable && socket.write('x'), 10);
  t.after(() => clearInterval(timer));
  socket.once('close', () => clearInterval(timer));
}

const head =
  'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n';

test('a body that trickles in is ended with 408', async t => {
  const dial = await serve(t, { body_ms: 200 });
  const socket = dial();
  socket.write(`${head}"`);
  trickle(socket, t);
  const answer = await answerOf(socket);
  assert.match(answer, /^HTTP\/1\.1 408 /);
  assert.match(answer, /"code":"request_invalid","detail":"The request arrived too slowly/);
});

test('a body that arrives steadily is accepted, however long it takes', async t => {
  const dial = await serve(t, { body_ms: 1000, body_bytes: 1 });
  const socket = dial();
  socket.write(`${head}"`);
  const started = Date.now();
  await until('it has taken three times the patience', async () => {
    socket.write('x'.repeat(1000));
    return Date.now() - started > 3000;
  });
  socket.write(`${'x'.repeat(1_000_000 - 2 - (socket.bytesWritten - head.length - 1))}"`);
  const [answer] = await once(socket, 'data');
  assert.match(String(answer), /^HTTP\/1\.1 200 /);
});

test('a connection with an endless header or no data is closed', async t => {
  const dial = await serve(t, { header_ms: 200 });
  const [slow, silent] = [dial(), dial()];
  slow.write('GET / HTTP/1.1\r\nHost: x\r\nX-');
  trickle(slow, t);
  assert.match(await answerOf(slow), /^HTTP\/1\.1 408 /);
  await answerOf(silent);
});

test('an idle connection is closed', async t => {
  const dial = await serve(t, { idle_ms: 1000 });
  const socket = dial();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  assert.match(await answerOf(socket), /^HTTP\/1\.1 200 [\s\S]*here$/);
});

test('an address can hold only a fixed number of connections, and gets another when one ends', async t => {
  const dial = await serve(t, { connections: 2, uncounted: [] });
  const isAnswered = async (socket: Socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const hungUp = Promise.race(['end', 'close'].map(event => once(socket, event)));
    const outcome = await Promise.race([once(socket, 'data').then(String), hungUp.then(() => '')]);
    return outcome.includes('200 OK');
  };
  const [first, second] = [dial(), dial()];
  assert.deepEqual([await isAnswered(first), await isAnswered(second)], [true, true]);
  assert.equal(await isAnswered(dial()), false);
  first.destroy();
  await until('there is room again', () => isAnswered(dial()));
});

test('connections from this machine and from trusted networks are not counted', async t => {
  const dial = await serve(t, { connections: 1 });
  for (let n = 0; n < 5; n += 1) {
    const socket = dial();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    assert.match(String((await once(socket, 'data'))[0]), /200 OK/);
  }
});

test('a request with two Host headers is refused', async t => {
  const dial = await serve(t, {});
  for (const version of ['1.1', '1.0']) {
    const socket = dial();
    socket.write(`GET / HTTP/${version}\r\nHost: a\r\nhost: a\r\nConnection: close\r\n\r\n`);
    const answer = await answerOf(socket);
    assert.match(answer, /^HTTP\/1\.1 400 [\s\S]*Host was sent twice/, version);
  }
});

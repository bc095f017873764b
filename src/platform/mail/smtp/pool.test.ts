import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, mock, test } from 'node:test';
import { openRelay, type Said } from '../../../testing/relay.ts';
import { until } from '../../../testing/until.ts';
import { createLog } from '../../log.ts';
import { openTransport, type Transport } from './transport.ts';

const closing: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  mock.restoreAll();
  for (const one of closing.splice(0).reverse()) await one.close();
});
const from = 'news@example.org';
const letter = Buffer.from('Subject: Hello\r\n\r\nHello\r\n');
const hand = (transport: Transport, name: string, options = {}) =>
  transport.handOver({ from, to: `${name}@example.net` }, letter, options);
const names = (count: number) => Array.from({ length: count }, (_, n) => `r${n}`);

async function relayOf(script: Parameters<typeof openRelay>[0] = {}) {
  const relay = await openRelay(script);
  closing.push(relay);
  return relay;
}
function transportTo(urls: string, connections = 1) {
  const transport = openTransport(urls, { connections });
  closing.push(transport);
  return transport;
}
/** Makes a gate that replies wait for. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>(resolve => {
    open = resolve;
  });
  return { open, opened };
}

test('no more connections are opened than allowed or needed', async () => {
  const relay = await relayOf();
  const transport = transportTo(relay.url, 3);
  await hand(transport, 'alone');
  await hand(transport, 'alone');
  assert.equal(relay.connections, 1);
  await Promise.all(names(100).map(name => hand(transport, name)));
  assert.equal(relay.connections, 3);
  assert.equal(relay.accepted.length, 102);
});

test('messages leave in order, those with priority first, on an extra connection if all are busy', async () => {
  const busy = gate();
  const met = gate();
  const relay = await relayOf({
    async answer({ verb, to }) {
      if (verb !== '.' || !to.startsWith('r0')) return undefined;
      met.open();
      await busy.opened;
      return undefined;
    },
  });
  const transport = transportTo(relay.url);
  const bulk = names(5).map(name => hand(transport, name));
  await met.opened;
  // The only connection waits at the server, and the message with priority overtakes the others.
  assert.equal((await hand(transport, 'urgent', { priority: true })).status, 'accepted');
  assert.deepEqual(
    relay.accepted.map(({ to, connection }) => [to, connection]),
    [['urgent@example.net', 2]],
  );
  busy.open();
  await Promise.all(bulk);
  assert.deepEqual(
    relay.accepted.slice(1).map(({ to }) => to),
    names(5).map(name => `${name}@example.net`),
  );
});

test('a relay that allows no extra connection gets a message with priority next', async () => {
  const busy = gate();
  const met = gate();
  const relay = await relayOf({
    async answer({ verb, to, connection }) {
      if (connection > 1) return '421 4.7.0 too many connections';
      if (verb === '.' && to.startsWith('r0')) {
        met.open();
        await busy.opened;
      }
      return undefined;
    },
  });
  const transport = transportTo(relay.url);
  const bulk = names(6).map(name => hand(transport, name));
  await met.opened;
  const urgent = hand(transport, 'urgent', { priority: true });
  busy.open();
  assert.equal((await urgent).status, 'accepted');
  await Promise.all(bulk);
  // The message r0 was under way, and r1 waited behind it.
  assert.ok(relay.accepted.findIndex(({ to }) => to.startsWith('urgent')) <= 2);
});

test('waiting messages can be withdrawn, those in progress cannot', async () => {
  const busy = gate();
  const met = gate();
  const relay = await relayOf({
    offers: [],
    async answer({ verb }) {
      if (verb !== '.') return undefined;
      met.open();
      await busy.opened;
      return undefined;
    },
  });
  const transport = transportTo(relay.url);
  const abort = new AbortController();
  const first = hand(transport, 'first', { signal: abort.signal });
  const second = hand(transport, 'second', { signal: abort.signal });
  await met.opened;
  abort.abort();
  assert.equal((await second).status, 'unreachable');
  assert.equal((await hand(transport, 'third', { signal: abort.signal })).status, 'unreachable');
  busy.open();
  assert.equal((await first).status, 'accepted');
  assert.equal(relay.accepted.length, 1);
});

test('several relays share messages by weight', async () => {
  const [first, second] = [await relayOf(), await relayOf()];
  const transport = transportTo(`${first.url}?weight=3,${second.url}`, 4);
  await Promise.all(names(100).map(name => hand(transport, name)));
  assert.deepEqual([first.accepted.length, second.accepted.length], [75, 25]);
});

test('a failed relay is set aside, the others take its messages, and it is tried again', async () => {
  let now = 0;
  mock.method(performance, 'now', () => now);
  let broken = true;
  const first = await relayOf({
    answer: ({ verb }) => (broken && verb === 'CONNECT' ? '554 5.3.2 closed' : undefined),
  });
  const second = await relayOf();
  const transport = transportTo(`${first.url},${second.url}`);
  const results = await Promise.all(names(10).map(name => hand(transport, name)));
  assert.ok(results.every(({ status }) => status === 'accepted'));
  assert.deepEqual([first.connections, second.accepted.length], [1, 10]);
  await hand(transport, 'meanwhile');
  assert.equal(first.connections, 1);
  now = 1_100; // its pause is over; the messages do not wait for the result
  await Promise.all(names(2).map(name => hand(transport, name)));
  await until('it is tried', async () => first.connections === 2 && first.open === 0);
  now = 2_200; // the second pause is twice as long
  await Promise.all(names(2).map(name => hand(transport, name)));
  assert.equal(first.connections, 2);
  now = 3_200;
  broken = false;
  await hand(transport, 'the one that has it tried');
  await until('it is back', async () => first.said.some(({ verb }) => verb === 'EHLO'));
  await until('it has its share', async () => {
    await Promise.all(names(2).map(name => hand(transport, name)));
    return first.accepted.length > 0;
  });
  assert.equal(first.connections, 3);
});

test('no message waits for a silent relay while another works', async () => {
  const silent = await relayOf({ answer: () => new Promise(() => {}) });
  const fine = await relayOf();
  const transport = transportTo(`${fine.url},${silent.url}?weight=100`);
  const first = names(10).map(name => hand(transport, name)); // while nothing is known about either relay
  await until('one is there', async () => fine.said.length > 1);
  const results = await Promise.all(names(10).map(name => hand(transport, name)));
  assert.ok(results.every(({ status }) => status === 'accepted'));
  await transport.close();
  await Promise.all(first);
});

test('if all relays are down, every message comes back with the reason after one connection attempt, not ten', async () => {
  const relay = await relayOf({ user: { name: 'ada', password: 'right' } });
  const transport = transportTo(relay.url.replace('right', 'wrong'), 10);
  const results = await Promise.all(names(50).map(name => hand(transport, name)));
  for (const result of results)
    assert.deepEqual(result, { status: 'unreachable', reply: '535 5.7.8 who are you?' });
  assert.equal((await hand(transport, 'at once')).reply, '535 5.7.8 who are you?');
  assert.equal(relay.connections, 1);
});

test('the reason for setting a relay aside is logged, without address or password', async () => {
  const lines: string[] = [];
  const log = createLog('debug', { write: line => void lines.push(line) });
  const relay = await relayOf({ user: { name: 'ada', password: 'right' } });
  const transport = openTransport(relay.url.replace('right', 'hunter2'), { connections: 1, log });
  await hand(transport, 'reader');
  await transport.close();
  const [line] = lines.map(text => JSON.parse(text));
  assert.equal(line.relay, `127.0.0.1:${relay.port}`);
  assert.equal(line.reason, '535 5.7.8 who are you?');
  assert.equal(line.pause_seconds, 1);
  assert.doesNotMatch(lines.join(''), /hunter2|reader@/);
});

test('a full relay is set aside; one that refuses a sender is not', async () => {
  const first = await relayOf({
    answer: ({ verb }) => (verb === 'MAIL' ? '452 4.3.1 disk full' : undefined),
  });
  const second = await relayOf();
  const transport = transportTo(`${first.url},${second.url}`);
  const results = await Promise.all(names(10).map(name => hand(transport, name)));
  assert.ok(results.every(({ status }) => status === 'accepted'));
  assert.equal(first.said.filter(({ verb }) => verb === 'MAIL').length, 1);

  const strict = await relayOf({
    answer: ({ verb, from }) =>
      verb === 'MAIL' && from !== 'news@example.org' ? '550 5.7.1 not you' : undefined,
  });
  const only = transportTo(strict.url);
  assert.equal(
    (await only.handOver({ from: 'other@example.org', to: 'a@example.net' }, letter)).status,
    'unreachable',
  );
  assert.equal((await hand(only, 'a')).status, 'accepted');
  assert.equal(strict.connections, 1);
});

test('a drain waits for outstanding replies, starts nothing, and leaves nothing uncertain', async () => {
  const busy = gate();
  let waiting = 0;
  const met = gate();
  const relay = await relayOf({
    async answer({ verb }: Said) {
      if (verb !== '.') return undefined;
      waiting += 1;
      if (waiting === 3) met.open();
      await busy.opened;
      return undefined;
    },
  });
  const transport = transportTo(relay.url, 3);
  let settled = 0;
  const results = names(50).map(name =>
    hand(transport, name).then(result => {
      settled += 1;
      return result;
    }),
  );
  await met.opened;
  const closed = transport.close();
  assert.equal((await hand(transport, 'late')).reply, 'The service is stopping.');
  await new Promise(resolve => setImmediate(resolve));
  assert.equal(settled, 47, 'unsent messages come back immediately');
  busy.open();
  await closed;
  const statuses = (await Promise.all(results)).map(({ status }) => status);
  assert.equal(statuses.filter(status => status === 'accepted').length, 3);
  assert.equal(statuses.filter(status => status === 'unreachable').length, 47);
  assert.equal(relay.accepted.length, 3);
});

test('a drain ends at its deadline, and only then are unanswered messages uncertain', async () => {
  const met = gate();
  const never = new Promise<never>(() => {});
  const relay = await relayOf({
    answer({ verb }) {
      if (verb !== '.') return undefined;
      met.open();
      return never;
    },
  });
  const transport = transportTo(relay.url);
  const results = names(3).map(name => hand(transport, name));
  await met.opened;
  await transport.close({ within_ms: 50 });
  assert.deepEqual(
    (await Promise.all(results)).map(({ status }) => status),
    ['uncertain', 'unreachable', 'unreachable'],
  );
});

test('a drain closes idle connections politely and abandons those being opened', async () => {
  const relay = await relayOf();
  const transport = transportTo(relay.url);
  await hand(transport, 'a');
  await transport.close();
  assert.equal(relay.said.at(-1)!.verb, 'QUIT');

  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const port = (silent.address() as { port: number }).port;
  const waiting = transportTo(`smtp://127.0.0.1:${port}`);
  const result = hand(waiting, 'a');
  await waiting.close();
  assert.equal((await result).status, 'unreachable');
  silent.close();
});

test('a relay that hangs after the final dot blocks only that connection, the next messages use another, and the late reply counts', async () => {
  for (const offers of [['PIPELINING'], []]) {
    const busy = gate();
    const relay = await relayOf({
      offers,
      async answer({ verb, to }) {
        if (verb === '.' && to.startsWith('hangs')) await busy.opened;
        return undefined;
      },
    });
    const transport = openTransport(relay.url, { connections: 1, limits: { patience: 500 } });
    closing.push(transport, { close: async () => busy.open() });
    const told: string[] = [];
    const hanging = hand(transport, 'hangs', { on_stall: (words: string) => told.push(words) });
    const others = await Promise.all(names(5).map(name => hand(transport, name)));
    assert.ok(others.every(({ status }) => status === 'accepted'));
    assert.equal(told.length, 1);
    assert.equal(relay.connections, 2);
    busy.open();
    assert.equal((await hanging).status, 'accepted');
    assert.equal(relay.accepted.length, 6);
  }
});

test('a relay that never answers gets at most twice the connections, and waiting messages come back', async () => {
  const busy = gate();
  const relay = await relayOf({
    async answer({ verb }) {
      if (verb === '.') await busy.opened;
      return undefined;
    },
  });
  const transport = openTransport(relay.url, { connections: 2, limits: { patience: 500 } });
  closing.push(transport, { close: async () => busy.open() });
  const results = names(8).map(name => hand(transport, name));
  const waited = (await Promise.race([Promise.any(results.slice(4)), results[0]!])) as { reply: string };
  assert.equal(waited.reply, 'The mail server does not respond.');
  busy.open();
  const statuses = (await Promise.all(results)).map(({ status }) => status);
  const accepted = statuses.filter(status => status === 'accepted').length;
  assert.equal(accepted, relay.accepted.length);
  assert.ok(relay.connections <= 4, `${relay.connections}`);
  assert.deepEqual(
    statuses.filter(status => status !== 'accepted' && status !== 'unreachable'),
    [],
  );
});

test('a message that one relay cannot carry goes to another that can, and fails only when none can', async () => {
  const small = await relayOf({ offers: ['SIZE 10'] });
  const large = await relayOf({ offers: ['SIZE 100'] });
  const transport = transportTo(`${small.url},${large.url}`);
  const results = await Promise.all(names(4).map(name => hand(transport, name)));
  assert.ok(results.every(({ status }) => status === 'accepted'));
  assert.deepEqual([small.accepted.length, large.accepted.length], [0, 4]);
  const result = await transport.handOver({ from, to: 'a@example.net' }, Buffer.alloc(200, 'x'));
  assert.equal(result.status, 'too_large');
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, test } from 'node:test';
import { openRelay, type Said } from '../../../testing/relay.ts';
import type { Limits } from './limits.ts';
import { openTransport, type Transport } from './transport.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
const from = 'news@example.org';
const letter = Buffer.from('Subject: Hello\r\n\r\nHello\r\n');

async function open(
  script: Parameters<typeof openRelay>[0],
  { connections = 1, limits = {} }: { connections?: number; limits?: Partial<Limits> } = {},
) {
  const relay = await openRelay(script);
  closing.push(() => relay.close());
  return { relay, transport: transportTo(relay.url, connections, limits) };
}
function transportTo(urls: string, connections = 1, limits: Partial<Limits> = {}): Transport {
  const transport = openTransport(urls, { connections, limits });
  closing.push(() => transport.close());
  return transport;
}
/** Starts a server that sends whatever it likes to every client. */
async function serve(behave: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    behave(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const hand = (transport: Transport, to = 'ada@example.net') => transport.handOver({ from, to }, letter);

test('if a server closes at any point, no message is lost or doubled, and only a sent dot is uncertain', async () => {
  const points = ['CONNECT', 'EHLO', 'MAIL', 'RCPT', 'DATA', '.'];
  for (const offers of [['PIPELINING'], []]) {
    for (const point of points) {
      for (const nth of [1, 2, 3]) {
        let met = 0;
        const { relay, transport } = await open(
          { offers, answer: ({ verb }) => (verb === point && ++met === nth ? null : undefined) },
          { connections: 2 },
        );
        const people = ['a', 'b', 'c', 'd', 'e', 'f'].map(name => `${name}@example.net`);
        const results = await Promise.all(people.map(to => hand(transport, to)));
        const arrived = relay.accepted.map(({ to }) => to);
        assert.equal(new Set(arrived).size, arrived.length, 'nobody twice');
        const where = `${point} ${nth} ${offers}`;
        results.forEach((result, at) => {
          assert.equal(
            result.status === 'accepted',
            arrived.includes(people[at]!),
            `${where}: ${result.reply}`,
          );
          if (point !== '.') assert.notEqual(result.status, 'uncertain', where);
        });
        assert.ok(results.filter(({ status }) => status === 'uncertain').length <= 1, where);
        // Once a connection has carried mail, other connections take over the messages that a broken one leaves.
        if (nth === 3 && ['MAIL', 'RCPT', 'DATA'].includes(point))
          assert.ok(
            results.every(({ status }) => status === 'accepted'),
            `${where} ${JSON.stringify(results)}`,
          );
      }
    }
  }
});

test('if a server closes while the message is being sent, it has not received it', async () => {
  let connections = 0;
  const url = await serve(socket => {
    connections += 1;
    const first = connections === 1;
    let seen = '';
    socket.write('220 hello\r\n');
    socket.on('data', piece => {
      seen += piece.toString('latin1');
      if (/^EHLO.*\r\n$/.test(seen)) socket.write('250-x\r\n250 PIPELINING\r\n');
      else if (seen.endsWith('DATA\r\n')) socket.write('250 ok\r\n250 ok\r\n354 go\r\n');
      else if (first && seen.length > 100_000) socket.destroy();
      else if (seen.endsWith('\r\n.\r\n')) socket.write('250 kept\r\n');
    });
  });
  const transport = transportTo(`${url},${await serve(socket => socket.end('554 no\r\n'))}`);
  const result = await transport.handOver({ from, to: 'ada@example.net' }, Buffer.alloc(30_000_000, 'x\r\n'));
  assert.notEqual(result.status, 'uncertain', result.reply);
  assert.notEqual(result.status, 'accepted');
});

test('endless greetings, endless lines and data that is not SMTP end only the connection', async () => {
  const noise: Record<string, (socket: Socket) => void> = {
    'a line of 10 MB': socket => socket.write(`220 ${'x'.repeat(10_000_000)}\r\n`),
    'lines without end': socket => {
      const more = () => socket.writable && socket.write('220-welcome\r\n'.repeat(1000), more);
      more();
    },
    'no SMTP': socket => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
    binary: socket => socket.write(Buffer.alloc(1000, 0xff)).valueOf() && socket.write('\r\n'),
    'an answer too many': socket => socket.write('220 one\r\n220 two\r\n'),
    'a refusal': socket => socket.end('554 5.3.2 no service\r\n'),
  };
  for (const [what, behave] of Object.entries(noise)) {
    const transport = transportTo(await serve(behave), 1, { greeting: 2000 });
    const result = await hand(transport);
    assert.equal(result.status, 'unreachable', what);
    assert.ok(result.reply.length <= 1000 && result.reply !== '', what);
  }
});

test('a 10 MB or invalid reply to the dot is uncertain; before the dot the message is not handed over', async () => {
  const bad = [`250 ${'x'.repeat(10_000_000)}`, 'fine', '354 go on', '150 hm'];
  for (const reply of bad) {
    for (const [verb, status] of [
      ['.', 'uncertain'],
      ['RCPT', 'unreachable'],
      ['MAIL', 'unreachable'],
    ] as const) {
      if (reply === '354 go on' && verb !== '.') continue;
      const { transport } = await open({ answer: said => (said.verb === verb ? reply : undefined) });
      assert.equal((await hand(transport)).status, status, `${verb} ${reply.slice(0, 20)}`);
    }
  }
});

test('a silent server is given up after its timeout, and its message is uncertain only after the dot', async () => {
  for (const [verb, limit, status] of [
    ['CONNECT', 'greeting', 'unreachable'],
    ['EHLO', 'command', 'unreachable'],
    ['MAIL', 'command', 'unreachable'],
    ['DATA', 'command', 'unreachable'],
    ['.', 'dot', 'uncertain'],
  ] as const) {
    const never = new Promise<never>(() => {});
    const { transport } = await open(
      { answer: said => (said.verb === verb ? never : undefined) },
      { limits: { [limit]: 100 } },
    );
    const result = await hand(transport);
    assert.deepEqual([result.status, result.reply], [status, 'The relay does not respond.'], verb);
  }
});

test('after a 421, unsent messages go over another connection', async () => {
  const { relay, transport } = await open({
    answer: ({ verb, connection, to }) =>
      verb === 'MAIL' && connection === 1 && to === '' && relay.accepted.length === 2
        ? '421 4.7.0 enough for one connection'
        : undefined,
  });
  const results = await Promise.all(['a', 'b', 'c', 'd'].map(name => hand(transport, `${name}@example.net`)));
  assert.ok(
    results.every(({ status }) => status === 'accepted'),
    JSON.stringify(results),
  );
  assert.equal(relay.connections, 2);
});

test('a 421 for one recipient on every connection is about that recipient; the relay stays in use', async () => {
  const { transport } = await open({
    answer: ({ verb, to }) => (verb === 'RCPT' && to.startsWith('slow') ? '421 4.7.0 slow down' : undefined),
  });
  assert.equal((await hand(transport)).status, 'accepted');
  assert.deepEqual(await hand(transport, 'slow@example.net'), {
    status: 'temporary',
    reply: '421 4.7.0 slow down',
    stage: 'rcpt',
  });
});

test('an idle connection that has died costs no message', async () => {
  const { relay, transport } = await open({ answer: said => goodbye(said) });
  const goodbye = ({ verb, connection }: Said) =>
    verb === 'MAIL' && connection === 1 && relay.accepted.length === 1 ? null : undefined;
  assert.equal((await hand(transport)).status, 'accepted');
  assert.equal((await hand(transport)).status, 'accepted');
  assert.equal(relay.connections, 2);
});

test('a message that ends every connection is finally given back', async () => {
  let deaths = 0;
  const { transport } = await open(
    {
      answer: ({ verb, to }) => {
        if (verb !== 'DATA' || !to.startsWith('poison')) return undefined;
        deaths += 1;
        return null;
      },
    },
    { connections: 3 },
  );
  await Promise.all(['a', 'b', 'c'].map(name => hand(transport, `${name}@example.net`)));
  const [poison, fine] = await Promise.all([hand(transport, 'poison@example.net'), hand(transport)]);
  assert.equal(poison.status, 'unreachable');
  assert.ok(deaths >= 1 && deaths <= 4, `${deaths}`);
  assert.equal(fine.status, 'accepted');
});

test('a reply before the end of the message is never an acceptance and is the last read on that connection', async () => {
  for (const [reply, status] of [
    ['552 5.3.4 too much', 'too_large'],
    ['554 5.6.0 no', 'permanent'],
    ['250 2.0.0 fine', 'uncertain'],
  ] as const) {
    const url = await serve(socket => {
      socket.write('220 hello\r\n');
      socket.on('data', piece => {
        const text = piece.toString('latin1');
        if (text.startsWith('EHLO')) socket.write('250-x\r\n250 PIPELINING\r\n');
        if (!text.endsWith('DATA\r\n')) return;
        socket.write(`250 ok\r\n250 ok\r\n354 go\r\n${reply}\r\n`);
        socket.pause();
      });
    });
    const transport = transportTo(url);
    const results = await Promise.all([
      transport.handOver({ from, to: 'ada@example.net' }, Buffer.alloc(30_000_000, 'x\r\n')),
      hand(transport, 'bob@example.net'),
    ]);
    assert.equal(results[0].status, status);
    assert.equal(results[1].status, status, 'on a separate connection');
  }
});

test('a message given up while it is being sent is uncertain, as the network may still deliver it', async () => {
  const url = await serve(socket => {
    socket.write('220 hello\r\n');
    socket.on('data', piece => {
      const text = piece.toString('latin1');
      if (text.startsWith('EHLO')) socket.write('250-x\r\n250 PIPELINING\r\n');
      if (!text.endsWith('DATA\r\n')) return;
      socket.write('250 ok\r\n250 ok\r\n354 go\r\n');
      socket.pause();
    });
  });
  const transport = transportTo(url, 1, { dot: 100 });
  const large = Buffer.alloc(30_000_000, 'x\r\n');
  assert.equal((await transport.handOver({ from, to: 'ada@example.net' }, large)).status, 'uncertain');
});

test('a relay that closes after every reply still gets all messages, one after the other', async () => {
  const { transport } = await open(
    { answer: ({ verb }) => (verb === '.' ? '421 4.3.2 not now' : undefined) },
    { connections: 3 },
  );
  const people = Array.from({ length: 300 }, (_, n) => `r${n}@example.net`);
  const results = await Promise.all(people.map(to => hand(transport, to)));
  assert.deepEqual(new Set(results.map(({ status }) => status)), new Set(['temporary']));
});

test('a server that fails during STARTTLS is unreachable, and nothing else breaks', async () => {
  const breaks: ((socket: Socket) => void)[] = [
    socket => socket.resetAndDestroy(),
    socket => socket.destroy(),
    socket => socket.write('nonsense\r\n'),
  ];
  for (const breakOff of breaks) {
    const url = await serve(socket => {
      socket.write('220 hello\r\n');
      let is_tls = false;
      socket.on('data', piece => {
        if (is_tls) return breakOff(socket);
        if (piece.toString().startsWith('EHLO')) return socket.write('250-x\r\n250 STARTTLS\r\n');
        is_tls = true;
        return socket.write('220 go\r\n');
      });
    });
    assert.equal((await hand(transportTo(url))).status, 'unreachable');
  }
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { type Outcome, openSafeFetch, type SafeFetch } from './safe-fetch.ts';

const opened: (() => unknown)[] = [];
after(async () => {
  for (const close of opened) await close();
});

const local = ['127.0.0.0/8', '::1'];
const usual = { limit_bytes: 100_000, total_ms: 5000, headers_ms: 5000, redirects: 5 };

test('a response has its status, headers, body and the address that answered', async () => {
  const origin = await serve((request, response) => {
    response.writeHead(404, { 'x-one': ['1', '2'], etag: 'W/"é"' });
    response.end(
      `${request.method} ${request.url} ${request.headers['user-agent']} ${request.headers['x-own']}`,
    );
  });
  const got = answered(await client().request(`${origin}//a?b#c`, { ...usual, headers: { 'x-own': 'yes' } }));
  assert.equal(got.status, 404);
  assert.equal(got.headers['x-one'], '1, 2');
  assert.equal(got.headers.etag, 'W/"é"');
  assert.match(
    got.body.toString(),
    /^GET \/\/a\?b Postrider\/\d+\.\d+\.\d+ \(\+https:\/\/news\.example\.org\/\) yes$/,
  );
  assert.equal(got.url, `${origin}//a?b`);
  assert.deepEqual(got.redirects, []);
});

test('a body is posted, and a redirect is returned as the response', async () => {
  const origin = await serve(async (request, response) => {
    const body = await request.setEncoding('utf8').toArray();
    response.writeHead(307, { location: '/elsewhere' }).end(body.join(''));
  });
  const got = answered(await client().request(origin, { ...usual, method: 'POST', body: 'héllo' }));
  assert.deepEqual([got.status, got.body.toString()], [307, 'héllo']);
});

test('an address that is not public is never connected to without permission, whatever its notation', async () => {
  let asked = 0;
  const origin = await serve((_, response) => {
    asked += 1;
    response.end();
  });
  const { port } = new URL(origin);
  const stranger = client({ allowed_private_networks: [] });
  const hosts = [
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '①②⑦.0.0.1',
    '169.254.169.254',
    '10.0.0.1',
    '[fd00::1]',
  ];
  for (const host of hosts) {
    for (const end of ['', ':8080', `:${port}`]) {
      const { reason } = refused(await stranger.request(`http://${host}${end}/`, usual));
      assert.match(reason, /not on the public internet.*ALLOWED_PRIVATE_NETWORKS/, host);
    }
  }
  assert.equal(asked, 0);
});

test('allowed networks can be reached on any port, by address and by name', async () => {
  const v4 = await serve((_, response) => response.end('4'));
  const v6 = await serve((_, response) => response.end('6'), '::1');
  assert.equal(answered(await client().request(v4, usual)).body.toString(), '4');
  assert.equal(answered(await client().request(v6, usual)).body.toString(), '6');
  const byName = client({ lookup: async () => [{ address: '127.0.0.1', family: 4 }] });
  assert.equal(
    answered(await byName.request(`http://feed.test:${new URL(v4).port}`, usual)).body.toString(),
    '4',
  );
  const mapped = `http://[::ffff:127.0.0.1]:${new URL(v4).port}`;
  assert.equal(answered(await client().request(mapped, usual)).body.toString(), '4');
  refused(await client({ allowed_private_networks: ['127.0.0.1'] }).request(v6, usual));
});

test('addresses of the installation itself can be reached wherever they are, and nothing else there', async () => {
  const origin = await serve(({ url }, response) => {
    if (url === '/away') response.writeHead(302, { location: '/private' });
    response.end(url);
  });
  const isOwn = ({ href }: URL) => [`${origin}/own`, `${origin}/away`].includes(href);
  const own = client({ allowed_private_networks: [], isOwn });
  assert.equal(answered(await own.request(`${origin}/own`, usual)).body.toString(), '/own');
  for (const path of ['/private', '/away', '/own/../private'])
    assert.match(refused(await own.request(origin + path, usual)).reason, /not on the public internet/, path);
});

test('public addresses are reached on web ports only', async () => {
  for (const host of ['8.8.8.8', '[2606:4700::1]', 'public.test']) {
    const lookup = async () => [{ address: '8.8.8.8', family: 4 }];
    for (const port of [22, 25, 3306, 5432, 6379]) {
      const { reason } = refused(await client({ lookup }).request(`http://${host}:${port}/`, usual));
      assert.match(reason, /port.*80, 443/);
    }
  }
});

test('a name with one forbidden address is refused', async () => {
  const stranger = client({
    allowed_private_networks: [],
    lookup: async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '::ffff:10.0.0.7', family: 6 },
    ],
  });
  assert.match(refused(await stranger.request('https://two.test/', usual)).reason, /two\.test.*10\.0\.0\.7/);
});

test('a name that changes its address between check and connection gains nothing', async () => {
  let asked = 0;
  const origin = await serve((_, response) => {
    asked += 1;
    response.end();
  });
  let lookups = 0;
  const lookup = async () => {
    lookups += 1;
    return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
  };
  // Each connection looks the name up once, and goes to the address that was checked.
  const rebinding = client({ allowed_private_networks: ['127.0.0.1'], lookup });
  const address = `http://rebind.test:${new URL(origin).port}`;
  answered(await rebinding.request(address, usual));
  assert.deepEqual([lookups, asked], [1, 1]);
  refused(await rebinding.request(address, usual));
  assert.deepEqual([lookups, asked], [2, 1]);
});

test('redirects are followed one by one and reported', async () => {
  const inUtf8 = Buffer.from('é').toString('latin1');
  const origin = await serve((request, response) => {
    if (request.url === '/1')
      return response.writeHead(301, { location: 'two?x=ü#part' /* as Latin-1 */ }).end('moved');
    if (request.url === '/two?x=%C3%BC')
      return response.writeHead(302, { location: `${origin}/${inUtf8}` }).end();
    response.end(request.url);
  });
  const got = answered(await client().request(`${origin}/1`, usual));
  assert.equal(got.url, `${origin}/%C3%A9`);
  assert.equal(got.body.toString(), '/%C3%A9');
  assert.deepEqual(got.redirects, [
    { status: 301, from: `${origin}/1`, to: `${origin}/two?x=%C3%BC` },
    { status: 302, from: `${origin}/two?x=%C3%BC`, to: `${origin}/%C3%A9` },
  ]);
  const unfollowed = answered(await client().request(`${origin}/1`, { ...usual, redirects: 0 }));
  assert.deepEqual([unfollowed.status, unfollowed.body.toString()], [301, 'moved']);
});

test('a redirect to a forbidden address, scheme or port is refused', async () => {
  const targets = [
    'http://169.254.169.254/latest/',
    'http://[::1]:9/',
    'file:///etc/passwd',
    'gopher://x/',
    'http://8.8.8.8:25/',
  ];
  for (const location of targets) {
    const origin = await serve((_, response) => response.writeHead(302, { location }).end());
    const { reason } = refused(
      await client({ allowed_private_networks: ['127.0.0.1'] }).request(origin, usual),
    );
    assert.ok(reason.startsWith(`Redirected to ${location}`), reason);
  }
});

test('the body of a redirect is not waited for', async () => {
  const ended = Promise.withResolvers<void>();
  const origin = await serve((request, response) => {
    if (request.url === '/end') return response.end('there');
    response.writeHead(302, { location: '/end' }).write('it is');
    response.on('close', ended.resolve);
  });
  assert.equal(answered(await client().request(origin, usual)).body.toString(), 'there');
  await ended.promise;
});

test('the timeout covers all redirects together', async () => {
  const origin = await serve((request, response) => {
    const location = `/${Number(request.url!.slice(1)) + 1}`;
    setTimeout(
      () => (request.url === '/4' ? response.end() : response.writeHead(302, { location }).end()),
      100,
    );
  });
  answered(await client().request(`${origin}/3`, usual));
  assert.match(failed(await client().request(`${origin}/0`, { ...usual, total_ms: 350 })).reason, /in time/);
});

test('a redirect to nowhere fails', async () => {
  const origin = await serve((_, response) => response.writeHead(302, { location: 'http://[/' }).end());
  assert.match(failed(await client().request(origin, usual)).reason, /invalid address/);
});

test('headers may have any name', async () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then'];
  const fields = names.map(name => `${name}: 1\r\n${name}: 2\r\n`).join('');
  const origin = await serveTcp(socket => socket.end(`HTTP/1.1 200 OK\r\n${fields}\r\nbody`));
  const { headers, body } = answered(await client().request(origin, usual));
  assert.equal(body.toString(), 'body');
  const expected = names.map(name => [name.toLowerCase(), '1, 2']);
  assert.deepEqual(Object.entries(headers), expected);
});

test('circular and endless redirects are given up', async () => {
  let asked = 0;
  const origin = await serve((request, response) => {
    asked += 1;
    const n = Number(request.url!.slice(2));
    const location = request.url!.startsWith('/c') ? `/c${1 - n}` : `/n${n + 1}`;
    response.writeHead(301, { location }).end();
  });
  assert.match(failed(await client().request(`${origin}/c0`, usual)).reason, /loop/);
  assert.equal(asked, 2);
  assert.match(failed(await client().request(`${origin}/n0`, usual)).reason, /more than 5 times/);
  assert.equal(asked, 8);
});

test('credentials in the address go only to its own host', async () => {
  const seen: (string | undefined)[] = [];
  const note: RequestListener = (request, response) => {
    seen.push(request.headers.authorization, request.headers.cookie);
    response.end();
  };
  const other = await serve(note);
  const own = await serve((request, response) => {
    if (request.url === '/stay') return response.writeHead(302, { location: '/leave' }).end();
    note(request, response);
  });
  const leaving = await serve((_, response) =>
    response.writeHead(302, { location: other.replace('//', '//their:own@') }).end(),
  );
  const address = (origin: string, path: string) => `${origin.replace('//', '//us%40er:pä:ss@')}${path}`;
  const expected = `Basic ${Buffer.from('us@er:pä:ss').toString('base64')}`;
  const stayed = answered(await client().request(address(own, '/stay'), usual));
  assert.equal(new URL(stayed.url).username, 'us%40er');
  const headers = { authorization: 'Bearer x', cookie: 'a=b' };
  const left = answered(await client().request(address(leaving, '/'), { ...usual, headers }));
  assert.deepEqual(seen, [expected, undefined, undefined, undefined]);
  assert.equal(left.url, `${other}/`);
});

test('bodies are decompressed: gzip, deflate in both forms, br', async () => {
  const text = Buffer.from('text '.repeat(1000));
  const forms: [string, Buffer][] = [
    ['gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', text],
  ];
  for (const [encoding, body] of forms) {
    const origin = await serve((request, response) => {
      assert.equal(request.headers['accept-encoding'], 'gzip, deflate, br');
      response.writeHead(200, { 'content-encoding': encoding }).end(body);
    });
    assert.deepEqual(answered(await client().request(origin, usual)).body, text, encoding);
  }
});

test('a response without a body may claim to be compressed', async () => {
  const origin = await serve((_, response) => response.writeHead(304, { 'content-encoding': 'gzip' }).end());
  assert.equal(answered(await client().request(origin, usual)).body.length, 0);
});

test('a body that is cut off, in an unknown encoding or not compressed as declared fails', async () => {
  const broken: [string, Buffer, RegExp][] = [
    ['gzip', Buffer.from('plain'), /does not match/],
    ['br', Buffer.alloc(50, 0xff), /does not match/],
    ['gzip', gzipSync('x'.repeat(1000)).subarray(0, 20), /incomplete/],
    ['zstd', Buffer.from('x'), /"zstd"/],
    ['gzip, gzip', gzipSync(gzipSync('x')), /"gzip, gzip"/],
    ['constructor', Buffer.from('x'), /"constructor"/],
    ['__proto__', Buffer.from('x'), /"__proto__"/],
  ];
  for (const [encoding, body, words] of broken) {
    const origin = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
    assert.match(failed(await client().request(origin, usual)).reason, words, encoding);
  }
});

test('a compression bomb is stopped at the limit, and its connection is closed', async () => {
  const zeros = Buffer.alloc(50_000_000);
  for (const [encoding, body] of [
    ['gzip', gzipSync(zeros)],
    ['br', brotliCompressSync(zeros)],
    ['gzip', gzipSync(gzipSync(zeros))],
  ] as const) {
    const origin = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
    const outcome = await client().request(origin, { ...usual, limit_bytes: 10_000 });
    assert.match(failed(outcome).reason, /larger than 10,000 bytes/);
  }
});

test('an endless body is cut off at the limit, whether it claims to be compressed or decompresses to nothing', async () => {
  const emptyMembers = Buffer.concat(Array(2000).fill(gzipSync('')));
  for (const [headers, piece] of [
    [{}, Buffer.alloc(10_000, 'x')],
    [{ 'content-encoding': 'gzip' }, emptyMembers],
  ] as const) {
    const ended = Promise.withResolvers<void>();
    const origin = await serve((_, response) => {
      response.writeHead(200, headers);
      const write = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', write).on('close', ended.resolve);
      write();
    });
    assert.match(failed(await client().request(origin, usual)).reason, /larger than/);
    await ended.promise;
  }
});

test('endless headers are cut off', async () => {
  const origin = await serveTcp(socket => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const write = () => {
      while (!socket.destroyed && socket.write(`x-${'y'.repeat(1000)}: z\r\n`));
    };
    socket.on('drain', write);
    write();
  });
  assert.match(failed(await client().request(origin, usual)).reason, /headers .* too large/);
});

test('slow servers are given up: no connection, no headers, a trickle, a stalled body', async () => {
  const silent = await serveTcp(() => {});
  const quick = { ...usual, headers_ms: 100 };
  assert.match(failed(await client().request(silent, quick)).reason, /did not respond/);

  const nowhere = client({ lookup: () => new Promise(() => {}) });
  assert.match(failed(await nowhere.request('http://slow.test/', quick)).reason, /did not respond/);

  for (const encoding of ['identity', 'gzip']) {
    const ended = Promise.withResolvers<void>();
    const dripping = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      response.write(encoding === 'gzip' ? gzipSync('start').subarray(0, 12) : 'start');
      const drip = setInterval(() => response.write(encoding === 'gzip' ? '' : '.'), 20);
      response.on('close', () => {
        clearInterval(drip);
        ended.resolve();
      });
    });
    const outcome = await client().request(dripping, { ...usual, total_ms: 1000 });
    assert.match(failed(outcome).reason, /not complete in time/);
    await ended.promise;
  }
});

test('the connection is closed when a body exceeds the limit and then stalls', async () => {
  const ended = Promise.withResolvers<void>();
  const origin = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.write(gzipSync(Buffer.alloc(1_000_000)));
    response.on('close', ended.resolve);
  });
  failed(await client().request(origin, { ...usual, limit_bytes: 10_000 }));
  await ended.promise;
});

test('network failures are described in words', async () => {
  const closed = await serve(() => {});
  await opened.pop()!();
  assert.match(failed(await client().request(closed, usual)).reason, /refused: nothing is listening/);
  const hangsUp = await serveTcp(socket => socket.destroy());
  assert.match(failed(await client().request(hangsUp, usual)).reason, /server closed the connection/);
  const speaksSmtp = await serveTcp(socket => socket.end('220 mail ESMTP\r\n'));
  assert.match(failed(await client().request(speaksSmtp, usual)).reason, /not valid HTTP/);
  const cutOff = await serveTcp(socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort'));
  assert.match(failed(await client().request(cutOff, usual)).reason, /server closed the connection/);
  const noTls = speaksSmtp.replace('http:', 'https:');
  assert.match(failed(await client().request(noTls, usual)).reason, /TLS|closed the connection/);
  const unknown = client({
    lookup: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
  });
  assert.match(failed(await unknown.request('http://nobody.test', usual)).reason, /host does not exist/);
  const empty = client({ lookup: async () => [] });
  assert.match(failed(await empty.request('http://nobody.test', usual)).reason, /no address/);
});

test('a contact address in any script can be sent', async () => {
  const origin = await serve((request, response) => response.end(request.headers['user-agent']));
  const outcome = await client({ contact_url: 'https://bücher.example/ü' }).request(origin, usual);
  assert.match(answered(outcome).body.toString(), /\(\+https:\/\/xn--bcher-kva\.example\/%C3%BC\)$/);
});

test('text that is not a web address is refused with what to use instead', async () => {
  for (const address of [
    '',
    'feed',
    'example.org/feed',
    'http://',
    'http://a b/',
    'http://[::',
    'feed:https://x',
  ])
    assert.match(refused(await client().request(address, usual)).reason, /Use (one|https)/, address);
  for (const address of ['file:///etc/passwd', 'ftp://example.org/', 'data:text/xml,x', 'javascript:1'])
    refused(await client().request(address, usual));
});

test('a host gets two requests at a time, and time spent waiting for a turn does not count as slowness', async () => {
  let now = 0;
  let most = 0;
  const held: (() => void)[] = [];
  const twoAreThere = Promise.withResolvers<void>();
  const origin = await serve((_, response) => {
    now += 1;
    most = Math.max(most, now);
    held.push(() => {
      now -= 1;
      response.end('done');
    });
    if (now === 2) twoAreThere.resolve();
    if (held.length > 2) held.at(-1)!();
  });
  const one = client();
  const stop = new AbortController();
  const outcomes = Array.from({ length: 20 }, () => one.request(origin, usual));
  const calledOff = one.request(origin, { ...usual, signal: stop.signal });
  await twoAreThere.promise;
  stop.abort();
  assert.match(failed(await calledOff).reason, /cancelled/);
  held[0]!();
  held[1]!();
  for (const outcome of await Promise.all(outcomes)) answered(outcome);
  assert.deepEqual([most, held.length], [2, 20]);
});

test('a request can be cancelled before and during its run', async () => {
  const arrived = Promise.withResolvers<void>();
  const origin = await serve(() => arrived.resolve());
  const stop = new AbortController();
  const running = client().request(origin, { ...usual, signal: stop.signal });
  await arrived.promise;
  stop.abort();
  assert.match(failed(await running).reason, /cancelled/);
  assert.match(failed(await client().request(origin, { ...usual, signal: stop.signal })).reason, /cancelled/);
});

test('closing fails running and waiting requests', async () => {
  const arrived = Promise.withResolvers<void>();
  const origin = await serve(() => arrived.resolve());
  const one = client({ connections_per_host: 1 });
  const outcomes = [one.request(origin, usual), one.request(origin, usual)];
  await arrived.promise;
  await one.close();
  for (const outcome of await Promise.all(outcomes)) assert.match(failed(outcome).reason, /cancelled/);
});

type Settings = Partial<Parameters<typeof openSafeFetch>[0]>;

function client(settings: Settings = {}): SafeFetch {
  const one = openSafeFetch({
    allowed_private_networks: local,
    contact_url: 'https://news.example.org',
    ...settings,
  });
  opened.push(() => one.close());
  return one;
}

function serve(listener: RequestListener, host = '127.0.0.1'): Promise<string> {
  const server = createServer(listener);
  return listen(server, host, () => server.closeAllConnections());
}

function serveTcp(listener: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer(socket => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    listener(socket);
  });
  return listen(server, '127.0.0.1', () => {
    for (const socket of sockets) socket.destroy();
  });
}

async function listen(
  server: Server | ReturnType<typeof createTcpServer>,
  host: string,
  disconnect: () => void,
): Promise<string> {
  await once(server.listen(0, host), 'listening');
  opened.push(async () => {
    const closed = once(server, 'close');
    server.close();
    disconnect();
    await closed;
  });
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function answered(outcome: Outcome) {
  if (outcome.kind !== 'response') assert.fail(JSON.stringify(outcome));
  return outcome;
}

function refused(outcome: Outcome) {
  if (outcome.kind !== 'refused') assert.fail(JSON.stringify(outcome));
  return outcome;
}

function failed(outcome: Outcome) {
  if (outcome.kind !== 'failed') assert.fail(JSON.stringify(outcome));
  return outcome;
}

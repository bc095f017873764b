import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { type FastifyInstance, fastify } from 'fastify';
import { isLocalRequest } from './local.ts';

const base_url = 'https://news.example.org';
const apps: FastifyInstance[] = [];
after(() => Promise.all(apps.map(app => app.close())));

test('a request from this machine to this machine is local', async () => {
  for (const host of [
    'localhost',
    'localhost:8080',
    '127.0.0.1:8080',
    '[::1]:8080',
    '[::1]',
    'LOCALHOST',
    'news.example.org',
  ]) {
    assert.ok(await asksAsLocal({ host }), host);
  }
  for (const remoteAddress of ['127.0.0.1', '127.0.0.53', '::1', '::ffff:127.0.0.1']) {
    assert.ok(await asksAsLocal({ remoteAddress }), remoteAddress);
  }
});

test('a request from another machine is not local', async () => {
  for (const remoteAddress of [
    '203.0.113.9',
    '192.168.1.20',
    '10.0.0.1',
    '::ffff:203.0.113.9',
    '2001:db8::1',
    'fe80::1',
  ]) {
    assert.ok(!(await asksAsLocal({ remoteAddress })), remoteAddress);
  }
});

test('a request with forwarding headers is not local', async () => {
  const headers = [
    'x-forwarded-for',
    'forwarded',
    'x-real-ip',
    'x-forwarded-host',
    'x-forwarded-proto',
    'via',
  ];
  for (const name of headers) assert.ok(!(await asksAsLocal({ headers: { [name]: '127.0.0.1' } })), name);
});

test('a request to a name that is not ours is not local (DNS rebinding)', async () => {
  for (const host of [
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    'evil@localhost',
    'localhost:evil',
  ]) {
    assert.ok(!(await asksAsLocal({ host })), host);
  }
});

test('a trusted proxy says whether its visitor is local', async () => {
  const trustProxy = ['127.0.0.1'];
  const visitor = (address: string) =>
    asksAsLocal({ trustProxy, headers: { 'x-forwarded-for': address, 'x-real-ip': address } });
  assert.ok(await visitor('127.0.0.1'));
  assert.ok(!(await visitor('203.0.113.9')));
  assert.ok(!(await visitor('127.0.0.1, 203.0.113.9')));
  assert.ok(!(await visitor('unknown')));
  assert.ok(!(await asksAsLocal({ trustProxy, headers: { 'x-real-ip': '203.0.113.9' } })));
  assert.ok(!(await asksAsLocal({ trustProxy: ['10.0.0.1'], headers: { 'x-forwarded-for': '127.0.0.1' } })));
});

test('HTTP/1.0, which a proxy without settings speaks, is not local', async () => {
  const app = await start({});
  await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = (version: string) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`GET / HTTP/${version}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    return text(socket);
  };
  assert.match(await ask('1.0'), /false$/);
  assert.match(await ask('1.1'), /true$/);
});

type Asked = {
  host?: string;
  remoteAddress?: string;
  headers?: Record<string, string>;
  trustProxy?: string[];
};

async function asksAsLocal({
  host = 'localhost',
  remoteAddress = '127.0.0.1',
  headers = {},
  trustProxy,
}: Asked): Promise<boolean> {
  const app = await start({ trustProxy });
  return (await app.inject({ url: '/', remoteAddress, headers: { host, ...headers } })).json();
}

async function start({ trustProxy }: Pick<Asked, 'trustProxy'>): Promise<FastifyInstance> {
  const app = fastify({ trustProxy: trustProxy ?? false });
  app.get('/', async (request, reply) => reply.send(JSON.stringify(isLocalRequest(request, base_url))));
  apps.push(app);
  return app;
}

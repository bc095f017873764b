import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { createLog } from '../log.ts';
import { createServer } from './server.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('a wrong method is answered with the allowed ones, with or without a key', async () => {
  for (const [method, path, allow] of [
    ['PUT', '/v1/emails', 'GET, HEAD, POST, OPTIONS'],
    ['DELETE', '/v1/emails/', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/v1/emails/abc?x=1', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['POST', '/v1/emails/abc/analytics', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/v1/ping', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/healthz', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/v1/tags', 'GET, HEAD, POST, OPTIONS'],
    ['PUT', '/unsubscribe/abc', 'GET, HEAD, POST, OPTIONS'],
  ] as const) {
    for (const headers of [undefined, { authorization: '' }]) {
      const answer = await service.api(method, path, undefined, headers);
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, allow], `${method} ${path}`);
      assert.equal(answer.body.code, 'method_not_allowed');
    }
  }
});

test('OPTIONS lists the allowed methods without a body, and is 404 for an unknown path', async () => {
  const answer = await service.api('OPTIONS', '/v1/subscribers/a%40b.example', undefined, {
    authorization: '',
  });
  assert.deepEqual([answer.status, answer.text], [204, '']);
  assert.equal(answer.headers.get('allow'), 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS');
  assert.equal((await service.api('OPTIONS', '/v1/nowhere')).body.code, 'not_found');
});

test('HEAD answers as GET does, without the body', async () => {
  for (const [path, status] of [
    ['/v1/emails', 200],
    ['/v1/ping', 200],
    ['/v1/emails/abc', 404],
    ['/v1/nowhere', 404],
    ['/v1/emails?page=0', 400],
    ['/healthz', 200],
  ] as const) {
    const head = await service.api('HEAD', path);
    const get = await service.api('GET', path);
    assert.deepEqual([head.status, get.status, head.text], [status, status, ''], path);
    assert.equal(head.headers.get('content-length'), get.headers.get('content-length'), path);
  }
});

test('a trailing slash is accepted on every kind of path', async () => {
  const tag = (await service.api('POST', '/v1/tags/', { name: 'slash' })).body;
  assert.equal((await service.api('GET', `/v1/tags/${tag.id}/`)).body.name, 'slash');
  assert.equal((await service.api('GET', '/v1/tags/?page_size=1')).status, 200);
  assert.equal((await service.api('DELETE', `/v1/tags/${tag.id}/`)).status, 204);
});

test('headers of newer clients are accepted and ignored', async () => {
  const headers = { 'x-api-version': '2099-01-01', 'x-buttondown-live-dangerously': 'true' };
  assert.equal((await service.api('GET', '/v1/ping?unknown=1&also[]=2', undefined, headers)).status, 200);
});

test('invalid HTTP is refused in the error shape, and the connection ends', async () => {
  for (const [request, status] of [
    ['nonsense\r\n\r\n', 400],
    ['GET / HTTP/9\r\n\r\n', 400],
    ['FOO / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['GET noslash HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['POST /v1/tags HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400],
    ['POST /v1/tags HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: a\r\nbad header: x\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: a\r\nName: a\0b\r\n\r\n', 400],
    [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ['GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
  ] as const) {
    const { head, body } = await speak(request);
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `), request);
    const { code, detail } = JSON.parse(body);
    assert.deepEqual(
      [code, typeof detail],
      [status === 404 ? 'not_found' : 'request_invalid', 'string'],
      request,
    );
  }
});

test('an unknown expectation is ignored', async () => {
  const { head } = await speak('GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n');
  assert.match(head, /^HTTP\/1.1 200 /);
});

test('an unexpected failure is a 500 that reveals nothing and is logged with its request', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: line => lines.push(line) });
  const app = await createServer({ log, body_limit: 1000, trusted_proxies: [] });
  app.get('/fails/:word', () => {
    throw Object.assign(new Error('no such relation'), { detail: 'Key (address)=(ada@example.org) exists.' });
  });
  app.get('/forgets', async (_, reply) => {
    throw Object.assign(new Error('upstream'), { statusCode: 502, reply });
  });
  for (const url of ['/fails/secret-word', '/forgets']) {
    const answer = await app.inject({ url });
    const { code, detail } = answer.json();
    assert.deepEqual([answer.statusCode, code], [500, 'internal_error'], url);
    assert.doesNotMatch(answer.body, /relation|upstream|ada@/, url); // an id may happen to contain “ada”
    const [id] = /[0-9a-f-]{36}/.exec(detail)!;
    const entry = lines.map(line => JSON.parse(line)).find(line => line.reqId === id && line.level === 50);
    assert.match(entry.err.message, /no such relation|upstream/);
    assert.ok(entry.err.stack);
  }
  assert.doesNotMatch(lines.join(''), /ada@example.org|secret-word/);
  await app.close();
});

/** Returns the server's response to these bytes before it ends the connection. */
async function speak(bytes: string): Promise<{ head: string; body: string }> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.write(bytes, 'latin1');
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head, body };
}

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { readContents } from '../../testing/contents.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const json = { 'content-type': 'application/json' };

test('an empty or missing body with a JSON content type is read as {}', async () => {
  const tag = await service.api('POST', '/v1/tags', { name: 'empty' });
  for (const [body, headers] of [
    ['', json],
    [' \r\n\t', json],
    ['{}', json],
    [undefined, json],
    [undefined, {}],
  ] as const) {
    assert.equal((await service.api('PATCH', `/v1/tags/${tag.body.id}`, body, headers)).status, 200);
    const create = await service.api('POST', '/v1/tags', body, headers);
    assert.equal(create.status, 400);
    assert.match(create.body.detail, /^name: this field is required(, but the request has no body\. .*)?$/);
    assert.equal(create.body.detail.includes('no body'), !body, body);
  }
});

test('DELETE accepts a JSON content type without a body, as many clients send', async () => {
  const tag = await service.api('POST', '/v1/tags', { name: 'to go' });
  assert.equal((await service.api('DELETE', `/v1/tags/${tag.body.id}`, '', json)).status, 204);
});

test('JSON is known by its media type in any case and with any charset parameter', async () => {
  for (const type of [
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ]) {
    const { status } = await service.api(
      'POST',
      '/v1/tags',
      { name: `tag ${type.replace(/,/g, '')}` },
      { 'content-type': type },
    );
    assert.equal(status, 201, type);
  }
});

test('unknown fields are ignored, including those of Object.prototype', async () => {
  const body =
    '{"name":"proto","color":"#111111","__proto__":{"color":"#222222"},"constructor":{"prototype":{"x":1}},"later":{"y":[1]}}';
  const tag = await service.api('POST', '/v1/tags', body, json);
  assert.deepEqual([tag.status, tag.body.color, tag.body.later], [201, '#111111', undefined]);
  const nested =
    '{"email":"proto@example.org","metadata":{"a":{"__proto__":{"x":1},"b":2},"__proto__":{"x":1}}}';
  const subscriber = await service.api('POST', '/v1/subscribers', nested, json);
  assert.deepEqual(subscriber.body.metadata, { a: { b: 2 } });
  assert.equal(({} as Record<string, unknown>).x, undefined);
});

test('64 levels of nesting are accepted and 65 are refused', async () => {
  const nested = (levels: number) =>
    `{"email":"deep@example.org","metadata":${'{"a":'.repeat(levels - 1)}1${'}'.repeat(levels - 1)}}`;
  assert.equal((await service.api('POST', '/v1/subscribers', nested(65), json)).status, 400);
  assert.equal((await service.api('POST', '/v1/subscribers', nested(64), json)).status, 201);
  const brackets = JSON.stringify({ name: `${'[{'.repeat(100)}\\"${'['.repeat(100)}` });
  assert.equal((await service.api('POST', '/v1/tags', brackets, json)).body.code, 'request_invalid');
  assert.equal((await service.api('POST', '/v1/tags', { name: '[[{{"\\[[' }, json)).status, 201);
});

test('invalid JSON is refused with its position', async () => {
  for (const text of [
    '{"name":NaN}',
    '{"name":"a",}',
    "{'name':'a'}",
    '{"name":"a"} x',
    '{"name":"a\nb"}',
    '\ufeff{"name":',
  ]) {
    const { status, body } = await service.api('POST', '/v1/tags', text, json);
    assert.deepEqual([status, body.code], [400, 'request_invalid'], text);
    assert.match(body.detail, /^The body is not valid JSON: .*[a-z]/, text);
  }
});

test('bytes that are not UTF-8 are refused', async () => {
  const response = await fetch(`${service.url}/v1/tags`, {
    method: 'POST',
    headers: { ...json, ...(await service.foreignKey()) },
    body: Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xc0]), Buffer.from('"}')]),
  });
  assert.equal(response.status, 400);
  assert.match(await response.text(), /"request_invalid".*UTF-8/);
});

test('U+0000 and lone surrogates are refused with the name and code of their field, at any depth', async () => {
  const before = await readContents(service.db);
  for (const bad of ['\\u0000', 'a\\ud800', '\\uDFFFb', '\\uD83D\\u0041']) {
    for (const [path, body, code, field] of [
      ['/v1/tags', `{"name":"${bad}"}`, 'request_invalid', 'name'],
      ['/v1/emails', `{"subject":"${bad}"}`, 'subject_invalid', 'subject'],
      [
        '/v1/emails',
        `{"subject":"a","metadata":{"a":[1,{"b":"${bad}"}]}}`,
        'metadata_invalid',
        'metadata.a.1.b',
      ],
      ['/v1/emails', `{"subject":"a","metadata":{"${bad}":1}}`, 'metadata_invalid', 'metadata'],
      ['/v1/emails', `{"subject":"a","description":"${bad}"}`, 'email_invalid', 'description'],
      ['/v1/subscribers', `{"email":"${bad}@example.org"}`, 'email_address_invalid', 'email'],
      ['/v1/emails', `{"${bad}":1,"subject":"a"}`, 'request_invalid', 'The request body'],
    ] as const) {
      const answer = await service.api('POST', path, body, json);
      assert.deepEqual([answer.status, answer.body.code], [400, code], body);
      assert.ok(answer.body.detail.startsWith(`${field}: `), answer.body.detail);
    }
  }
  assert.deepEqual(await readContents(service.db), before);
});

test('surrogate pairs and escaped backslashes are accepted', async () => {
  const { status, body } = await service.api(
    'POST',
    '/v1/tags',
    '{"name":"\\ud83c\\udf89 \\\\u0000 \\\\ud800"}',
    json,
  );
  assert.deepEqual([status, body.name], [201, '🎉 \\u0000 \\ud800']);
});

test('a body of 5 MB is read, and a larger one gets 413 even without a declared size', async () => {
  const subscriber = await service.api('POST', '/v1/subscribers', { email: 'large@example.org' });
  const path = `/v1/subscribers/${subscriber.body.id}`;
  const filled = (bytes: number) => `{"unknown":"${'x'.repeat(bytes - 14)}"}`;
  assert.equal((await service.api('PATCH', path, filled(5 * 1024 * 1024), json)).status, 200);
  assert.equal((await service.api('PATCH', path, filled(5 * 1024 * 1024 + 1), json)).status, 413);
  const response = await fetch(service.url + path, {
    method: 'PATCH',
    headers: { ...json, ...(await service.foreignKey()) },
    body: new Blob([filled(6 * 1024 * 1024)]).stream(),
    duplex: 'half',
  } as RequestInit);
  assert.equal(response.status, 413);
});

test('a client that writes an oversized body before it reads still gets the 413', async () => {
  const { port } = new URL(service.url);
  const head = (length: string, more = '') =>
    `POST /v1/emails HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Token x\r\n${length}\r\n${more}\r\n`;
  const bytes = Buffer.alloc(20 * 1024 * 1024, 'x');
  const chunk = Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);
  const { authorization } = await service.foreignKey();
  for (const [name, request] of [
    ['of a size that it says', [head(`Content-Length: ${bytes.length}`), bytes]],
    ['of a size that it does not say', [head('Transfer-Encoding: chunked'), chunk]],
    ['that asks to close', [head(`Content-Length: ${bytes.length}`, 'Connection: close\r\n'), bytes]],
  ] as const) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.pause();
    const [start, body] = request;
    socket.write(start.replace('Token x', authorization!));
    await new Promise<void>((resolve, reject) =>
      socket.on('error', reject).write(body, error => (error ? reject(error) : resolve())),
    );
    const [answer] = await once(socket.resume(), 'data');
    assert.match(String(answer), /^HTTP\/1\.1 413 /, name);
    socket.destroy();
  }
});

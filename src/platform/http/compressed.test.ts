import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { encodingFor } from './compressed.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  for (let number = 1; number <= 30; number += 1)
    await service.api('POST', '/v1/emails', {
      subject: `Issue ${number}`,
      body: 'Words, '.repeat(100),
      status: 'imported',
      publish_date: '2020-01-01T00:00:00Z',
    });
});
after(() => service.stop());

/** Returns the answer of the service as it is on the wire. */
async function load(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>(
    (resolve, reject) => {
      request(service.url + path, { headers }, response => {
        const parts: Buffer[] = [];
        response.on('data', part => parts.push(part));
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(parts) }),
        );
      })
        .on('error', reject)
        .end();
    },
  );
}

test('public pages and feeds are compressed for clients that accept it, with an ETag of their own', async () => {
  for (const path of [
    '/test',
    '/test/archive/',
    '/test/archive/issue-1/',
    '/test/rss',
    '/test/feed.json',
    '/test/sitemap.xml',
  ]) {
    const plain = await load(path, {});
    assert.equal(plain.headers['content-encoding'], undefined, path);
    assert.match(String(plain.headers.vary), /Accept-Encoding/);
    for (const [accepted, encoding, decompress] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ] as const) {
      const given = await load(path, { 'accept-encoding': accepted });
      assert.equal(given.headers['content-encoding'], encoding, path);
      assert.deepEqual(decompress(given.bytes), plain.bytes);
      assert.ok(given.bytes.length < plain.bytes.length / 2);
      assert.notEqual(given.headers.etag, plain.headers.etag);
      const again = await load(path, {
        'accept-encoding': accepted,
        'if-none-match': String(given.headers.etag),
      });
      assert.equal(again.status, 304, path);
    }
  }
});

test('long answers to keys are compressed; answers to sessions and answers with a version for If-Match are not', async () => {
  const headers = { ...(await service.keyWith({ emails: 'read' })), 'accept-encoding': 'gzip' };
  const list = await load('/v1/emails', headers);
  assert.equal(list.headers['content-encoding'], 'gzip');
  const { results } = JSON.parse(gunzipSync(list.bytes).toString());
  assert.equal(results.length, 30);
  for (const [path, others] of [
    ['/v1/emails', { 'accept-encoding': 'identity' }],
    ['/v1/emails', { cookie: 'a=b' }],
    ['/v1/ping', {}],
    [`/v1/emails/${results[0].id}`, {}],
  ] as const) {
    const { status, headers: answered } = await load(path, { ...headers, ...others });
    assert.deepEqual([status, answered['content-encoding']], [200, undefined], path);
  }
});

test('only texts that are long enough are compressed', () => {
  assert.equal(encodingFor('gzip, br', 'text/html; charset=utf-8', 5000), 'br');
  assert.equal(encodingFor('gzip', 'image/x-icon', 5000), undefined);
  assert.equal(encodingFor('gzip', 'text/html', 500), undefined);
  assert.equal(encodingFor('zstd', 'text/html', 5000), undefined);
  assert.equal(encodingFor(undefined, 'text/html', 5000), undefined);
});

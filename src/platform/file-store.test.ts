import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';
import { type FileStore, openFileStore } from './file-store.ts';

const key = 'KEY/1+';
const secret = 'se/cr+et=';
const objects = new Map<string, Buffer>();
const requests: string[] = [];

/** The part of S3 that files need: objects by path; a wrong signature is refused (SigV4). */
const server = createServer(async (request, response) => {
  const body = await buffer(request);
  const path = request.url!.split('?')[0]!;
  requests.push(`${request.method} ${path}`);
  if (request.headers.authorization !== signatureOf(request, body)) {
    response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
  } else if (request.method === 'PUT') {
    objects.set(path, body);
    response.writeHead(200).end();
  } else if (request.method === 'DELETE') {
    objects.delete(path);
    response.writeHead(204).end();
  } else if (objects.has(path)) {
    response.writeHead(200, { 'content-length': objects.get(path)!.length }).end(objects.get(path));
  } else {
    response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  }
});

let store: FileStore;
before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  store = await openS3();
});
beforeEach(() => {
  requests.length = 0;
});
after(() => server.close().closeAllConnections());

function openS3(
  credentials = `${encodeURIComponent(key)}:${encodeURIComponent(secret)}`,
): Promise<FileStore> {
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return openFileStore({
    data_dir: '/nowhere',
    files_url: `s3://${credentials}@${host}/bucket?region=eu-x&tls=off`,
  });
}

test('files are stored unchanged at an S3 address and can be read and deleted', async () => {
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7) % 256));
  await store.put('some-id', bytes);
  assert.deepEqual(objects.get('/bucket/some-id'), bytes);
  assert.deepEqual(Buffer.from(await store.getBytes('some-id')), bytes);
  assert.deepEqual(await buffer(await store.getStream('some-id')), bytes);
  await store.delete('some-id');
  assert.equal(objects.size, 0);
  assert.deepEqual(requests, [
    'PUT /bucket/some-id',
    'GET /bucket/some-id',
    'GET /bucket/some-id',
    'DELETE /bucket/some-id',
  ]);
});

test('a missing file or a wrong secret is an error', async () => {
  await assert.rejects(store.getBytes('unknown'));
  await assert.rejects(store.getStream('unknown'));
  await assert.rejects((await openS3('KEY:wrong')).put('a', Buffer.from('x')));
  assert.equal(objects.size, 0);
});

/** The Authorization header that the request must have (AWS, "Create a signed AWS API request"). */
function signatureOf({ method, url, headers }: IncomingMessage, body: Buffer): string {
  const signed = /SignedHeaders=([^,]*)/.exec(headers.authorization ?? '')?.[1] ?? '';
  assert.match(signed, /\bhost\b.*\bx-amz-date\b/);
  const [path, query = ''] = url!.split('?');
  const payload = headers['x-amz-content-sha256'];
  if (payload !== 'UNSIGNED-PAYLOAD') assert.equal(payload, sha256(body));
  const fields = signed.split(';').map(name => `${name}:${headers[name]}\n`);
  const parameters = query.split('&').sort().join('&');
  const canonical = [method, path, parameters, fields.join(''), signed, payload].join('\n');
  const date = String(headers['x-amz-date']);
  const scope = `${date.slice(0, 8)}/eu-x/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const signing = scope
    .split('/')
    .reduce<string | Buffer>((secret, word) => hmac(secret, word), `AWS4${secret}`);
  return `AWS4-HMAC-SHA256 Credential=${key}/${scope}, SignedHeaders=${signed}, Signature=${hmac(signing, text).toString('hex')}`;
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(secret: string | Buffer, data: string): Buffer {
  return createHmac('sha256', secret).update(data).digest();
}

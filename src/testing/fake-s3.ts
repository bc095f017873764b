import { createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const key = 'KEY/1+';
const secret = 'se/cr+et=';
const region = 'eu-x';
const pageSize = 2;

export type FakeS3 = AsyncDisposable & {
  /** Returns `s3://KEY:SECRET@127.0.0.1:…/PATH?…`, with wrong credentials on request. */
  url(path: string, credentials?: string): string;
  /** The objects by `/BUCKET/KEY`. */
  objects: Map<string, Buffer>;
  /** `METHOD /BUCKET/KEY` of each request. */
  requests: string[];
  /** The uploads that were neither completed nor aborted. */
  uploads: Map<string, Map<number, Buffer>>;
  /** Makes the next requests of this method fail with this status; 0 times ends that. */
  fail(method: string, status: number, times: number): void;
  /** True if it obeys If-Match and If-None-Match, which is the default. */
  is_conditional: boolean;
};

/**
 * Opens the part of S3 that we use: objects by path, multipart uploads, ranges, listing in pages of two, conditional writes. A wrong
 * signature is refused (SigV4).
 */
export async function openFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const requests: string[] = [];
  const failures = new Map<string, { status: number; times: number }>();
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const { pathname, searchParams } = new URL(request.url!, 'http://s3');
    const path = decodeURIComponent(pathname);
    requests.push(`${request.method} ${path}`);
    const failure = failures.get(request.method!);
    if (request.headers.authorization !== signatureOf(request, body))
      refuseWith(response, 403, 'SignatureDoesNotMatch');
    else if (failure && failure.times > 0) {
      failure.times -= 1;
      refuseWith(response, failure.status, failure.status === 503 ? 'SlowDown' : 'AccessDenied');
    } else {
      if (!fake.is_conditional)
        for (const name of ['if-match', 'if-none-match']) delete request.headers[name];
      answer(request, response, { path, query: searchParams, body, objects, uploads });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const fake: FakeS3 = {
    objects,
    requests,
    uploads,
    is_conditional: true,
    url: (path, credentials = `${encodeURIComponent(key)}:${encodeURIComponent(secret)}`) =>
      `s3://${credentials}@127.0.0.1:${port}/${path}?region=${region}&tls=off`,
    fail(method, status, times) {
      failures.set(method, { status, times });
    },
    async [Symbol.asyncDispose]() {
      server.close().closeAllConnections();
    },
  };
  return fake;
}

type Asked = {
  path: string;
  query: URLSearchParams;
  body: Buffer;
  objects: Map<string, Buffer>;
  uploads: Map<string, Map<number, Buffer>>;
};

function answer(request: IncomingMessage, response: ServerResponse, asked: Asked): ServerResponse {
  const { path, query, body, objects, uploads } = asked;
  const id = query.get('uploadId') ?? '';
  const upload = uploads.get(id);
  const xml = (text: string) => response.writeHead(200, { 'content-type': 'application/xml' }).end(text);
  const refuse = (status: number, code: string) => refuseWith(response, status, code);
  if (id !== '' && !upload) return refuse(404, 'NoSuchUpload');
  switch (request.method) {
    case 'POST': {
      if (query.has('delete')) {
        const bucket = path.replace(/\/$/, '');
        for (const [, name] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g))
          objects.delete(`${bucket}/${name}`);
        return xml('<DeleteResult></DeleteResult>');
      }
      if (upload) {
        objects.set(path, Buffer.concat([...upload].toSorted(([a], [b]) => a - b).map(([, part]) => part)));
        uploads.delete(id);
        return xml('<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>');
      }
      const made = randomBytes(8).toString('hex');
      uploads.set(made, new Map());
      return xml(
        `<InitiateMultipartUploadResult><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    case 'PUT': {
      const { 'if-match': wanted, 'if-none-match': unwanted } = request.headers;
      const there = objects.get(path);
      if (unwanted === '*' && there) return refuse(412, 'PreconditionFailed');
      if (wanted && (!there || wanted !== etagOf(there))) return refuse(412, 'PreconditionFailed');
      if (upload) upload.set(Number(query.get('partNumber')), body);
      else objects.set(path, body);
      return response.writeHead(200, { etag: etagOf(body) }).end();
    }
    case 'DELETE':
      if (upload) uploads.delete(id);
      else objects.delete(path);
      return response.writeHead(204).end();
    default: {
      if (query.get('list-type') === '2') return xml(list(path, query, objects));
      const found = objects.get(path);
      if (!found) return refuse(404, 'NoSuchKey');
      const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      if (end !== undefined)
        return response.writeHead(206).end(found.subarray(Number(start), Number(end) + 1));
      return response
        .writeHead(200, { 'content-length': found.length, etag: etagOf(found) })
        .end(request.method === 'HEAD' ? undefined : found);
    }
  }
}

function list(path: string, query: URLSearchParams, objects: Map<string, Buffer>): string {
  const bucket = `${path.replace(/\/$/, '')}/`;
  const keys = [...objects.keys()]
    .filter(name => name.startsWith(bucket + (query.get('prefix') ?? '')))
    .toSorted();
  const after = query.get('continuation-token');
  const left = after === null ? keys : keys.filter(name => name > after); // others may be deleted meanwhile
  const shown = left.slice(0, pageSize);
  const contents = shown.map(
    name =>
      `<Contents><Key>${name.slice(bucket.length)}</Key><Size>${objects.get(name)!.length}</Size></Contents>`,
  );
  const more = left.length > shown.length;
  return `<ListBucketResult>${contents.join('')}<IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : ''}</ListBucketResult>`;
}

function refuseWith(response: ServerResponse, status: number, code: string): ServerResponse {
  return response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

/**
 * Returns the Authorization header that the request must have (AWS, "Create a signed AWS API request"); undefined if it cannot have one.
 */
function signatureOf({ method, url, headers }: IncomingMessage, body: Buffer): string | undefined {
  const signed = /SignedHeaders=([^,]*)/.exec(headers.authorization ?? '')?.[1] ?? '';
  if (!/\bhost\b.*\bx-amz-date\b/.test(signed)) return undefined;
  const [path, query = ''] = url!.split('?');
  const payload = headers['x-amz-content-sha256'];
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return undefined;
  const fields = signed.split(';').map(name => `${name}:${headers[name]}\n`);
  const parameters = query
    .split('&')
    .filter(Boolean)
    .map(pair => (pair.includes('=') ? pair : `${pair}=`))
    .sort()
    .join('&');
  const canonical = [method, path, parameters, fields.join(''), signed, payload].join('\n');
  const date = String(headers['x-amz-date']);
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`;
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

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readContents } from '../../testing/contents.ts';
import { encodeForm, type Part, pixel } from '../../testing/forms.ts';
import { pngOf, samplePicture } from '../../testing/pictures.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';

const limit = 100_000;
let service: TestService;
before(async () => {
  service = await startTestService({ env: { UPLOAD_LIMIT_BYTES: String(limit) } });
});
after(() => service.stop());

const file = (filename = 'a.txt', value: string | Uint8Array = 'bytes', type = 'text/plain'): Part => ({
  name: 'file',
  filename,
  value,
  type,
});
const image: Part = { name: 'image', filename: 'pixel.png', value: pixel, type: 'image/png' };
/** The same file with different bytes. */
const varied = (part: Part): Part => ({
  ...part,
  value: pngOf(crypto.randomUUID()),
});
const paths = [
  ['/v1/attachments', file(), 'attachment_invalid'],
  ['/v1/images', image, 'image_invalid'],
] as const;

const attach = async (...parts: Part[]) => (await service.upload('/v1/attachments', parts)).body;

/** Downloads the file as anybody can. */
async function fetchFile(address: string, init?: RequestInit) {
  const response = await fetch(service.url + new URL(address, 'http://news.example').pathname, init);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test('an attachment is returned as it was uploaded: name, size and bytes', async () => {
  const value = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256));
  const { status, body } = await service.upload('/v1/attachments', [file('März 第一号.pdf', value)]);
  const { id, creation_date, ...rest } = body;
  assert.equal(status, 201);
  assert.deepEqual(rest, {
    name: 'März 第一号.pdf',
    file: `http://news.example/files/${id}/${encodeURIComponent('März 第一号.pdf')}`,
    size: 70_000,
  });
  assert.match(creation_date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual((await fetchFile(body.file)).bytes, value);
});

test('an image is returned as it was uploaded', async () => {
  const { status, body } = await service.upload('/v1/images', [image]);
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body), ['id', 'image', 'metadata', 'creation_date']);
  const { response, bytes } = await fetchFile(body.image);
  assert.equal(response.headers.get('content-type'), 'image/png');
  assert.deepEqual(bytes, pixel);
});

test('an image loses the place where it was taken, and is reused when it is uploaded again', async () => {
  const photo: Part = { name: 'image', filename: 'photo.jpeg', value: samplePicture('photo.jpeg') };
  const { status, body } = await service.upload('/v1/images', [photo]);
  assert.equal(status, 201);
  const { response, bytes } = await fetchFile(body.image);
  assert.equal(response.headers.get('content-length'), String(bytes.length));
  assert.ok(bytes.length > 700 && !bytes.includes('Secret'));
  assert.equal((await service.upload('/v1/images', [photo])).body.id, body.id);
});

test('a damaged image, or one with more pixels than can be shown, is refused, and nothing is kept', async () => {
  const before = await readContents(service.db);
  for (const [value, reason] of [
    [
      samplePicture('photo.png').subarray(0, 900),
      /^image: this PNG file is damaged: it ends too early\. Open it/,
    ],
    [
      pngOf('', { width: 10_000, height: 9_000 }),
      /^image: this picture has 10000 × 9000 pixels \(90 megapixels\)/,
    ],
  ] as const) {
    const { status, body } = await service.upload('/v1/images', [{ ...image, value }]);
    assert.deepEqual([status, body.code], [400, 'image_invalid']);
    assert.match(body.detail, reason);
  }
  assert.deepEqual(await readContents(service.db), before);
});

test('the field `name` renames it, wherever it is in the form', async () => {
  const name: Part = { name: 'name', value: ' Größe "1".txt ' };
  for (const parts of [
    [name, file()],
    [file(), name],
  ])
    assert.equal((await attach(...parts)).name, 'Größe "1".txt');
  assert.equal((await attach(file(), { name: 'name', value: '  ' })).name, 'a.txt');
  assert.equal((await attach(file(), { name: 'other', value: 'x' })).name, 'a.txt');
});

const tricks = [
  ['../../etc/passwd', 'passwd'],
  ['C:\\\\x\\\\y.doc', 'y.doc'],
  ['say %22hi%22.txt', 'say "hi".txt'],
  ['a\u202Efdp.exe', 'afdp.exe'],
  ['a\x07b\x7f.txt', 'ab.txt'],
  ['..', 'file'],
] as const;

for (const [given, kept] of tricks) {
  test(`a file uploaded as ${JSON.stringify(given)} is named ${kept}`, async () => {
    const { name, file: address } = await attach(file(given));
    assert.equal(name, kept);
    assert.equal((await fetchFile(address)).response.status, 200);
    assert.equal((await attach(file(), { name: 'name', value: given.replaceAll('%22', '"') })).name, kept);
  });
}

test('a name of 200 characters in any script is kept, and its address works', async () => {
  for (const name of ['🌍'.repeat(100), `${'新'.repeat(196)}.pdf`, "it's (a) *test*!%.txt"]) {
    const made = await attach(file(), { name: 'name', value: name });
    assert.equal(made.name, name);
    const { response } = await fetchFile(made.file);
    assert.equal(response.status, 200, name);
    const disposition = /^attachment; filename="[ -~]+"; filename\*=UTF-8''([\w.~!#$&+^`|%-]+)$/.exec(
      response.headers.get('content-disposition')!,
    );
    assert.equal(decodeURIComponent(disposition![1]!), name);
  }
});

const broken: [what: string, parts: (good: Part) => Part[]][] = [
  ['without parts', () => []],
  ['with the file in another part', good => [{ ...good, name: 'upload' }]],
  ['with text in place of the file', good => [{ name: good.name, value: 'text' }]],
  ['with two files', good => [good, good]],
  ['with a second file in another part', good => [good, { ...good, name: 'other' }]],
  ['with an empty file', good => [{ ...good, value: '' }]],
  ['with no file chosen', good => [{ ...good, filename: '', value: '' }]],
  ['with a field that every object has', good => [good, { name: '__proto__', value: 'x' }]],
  ['with eleven fields', good => [...Array(11).fill({ name: 'field', value: 'x' }), good]],
];

for (const [path, good, code] of paths) {
  test(`${path}: an invalid form is refused with the name of its part, and nothing is kept`, async () => {
    const before = await readContents(service.db);
    for (const [what, parts] of broken) {
      const { status, body } = await service.upload(path, parts(good));
      assert.deepEqual([status, body.code], [400, code], what);
      assert.ok(body.detail.startsWith(`${good.name}: `), `${what}: ${body.detail}`);
    }
    assert.deepEqual(await readContents(service.db), before);
  });

  test(`${path}: a form that is cut off or has no boundary is refused`, async () => {
    const { body, headers } = encodeForm([good]);
    for (const [sent, type] of [
      [body.subarray(0, body.length - 60), headers['content-type']],
      [body, 'multipart/form-data'],
      [body, 'multipart/form-data; boundary=another'],
      [Buffer.alloc(0), headers['content-type']],
    ] as const) {
      const answer = await service.api('POST', path, sent, { 'content-type': type });
      assert.deepEqual([answer.status, answer.body.code], [400, code], `${type}: ${answer.text}`);
    }
  });

  test(`${path}: anything but a form gets 415, and the detail says what to send`, async () => {
    for (const [body, type] of [
      [{}, 'application/json'],
      ['x', 'text/plain'],
      ['a=b', 'application/x-www-form-urlencoded'],
      [pixel, 'image/png'],
      ['x', 'multipart/mixed; boundary=x'],
    ] as const) {
      const answer = await service.api('POST', path, body, { 'content-type': type });
      assert.deepEqual([answer.status, answer.body.code], [415, 'media_type_unsupported'], type);
      assert.match(answer.body.detail, /multipart\/form-data/);
    }
  });

  test(`${path}: a file of UPLOAD_LIMIT_BYTES is accepted, and a larger one gets 413`, async () => {
    const before = await readContents(service.db);
    for (const size of [limit + 1, 30 * limit]) {
      const value = pngOf(Buffer.alloc(size - 57, 'x'));
      const { status, body } = await service.upload(path, [{ ...good, value }]);
      assert.deepEqual([status, body.code], [413, 'payload_too_large'], String(size));
      assert.match(body.detail, /UPLOAD_LIMIT_BYTES/);
    }
    assert.deepEqual(await readContents(service.db), before);
    const value = pngOf(Buffer.alloc(limit - 57, 'x'));
    assert.equal((await service.upload(path, [{ ...good, value }])).status, 201);
  });

  test(`${path}: listing requires emails:read, uploading emails:write; another newsletter sees nothing`, async () => {
    await service.upload(path, [good]);
    const reader = await service.keyWith({ emails: 'read' });
    const nobody = await service.keyWith({ sending: 'write', subscribers: 'write' });
    assert.equal((await service.api('GET', path, undefined, reader)).status, 200);
    for (const answer of [
      await service.upload(path, [good], reader),
      await service.upload(path, [good], nobody),
      await service.api('GET', path, undefined, nobody),
    ]) {
      assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden']);
      assert.match(answer.body.detail, /emails/);
    }
    assert.equal((await service.upload(path, [good], { authorization: '' })).status, 401);
    const { body } = await service.api('GET', path, undefined, await service.foreignKey());
    assert.deepEqual(body, { results: [], count: 0, next: null, previous: null });
  });

  test(`${path}: the list is paged in order of upload and shows what the upload returned`, async () => {
    const headers = await service.foreignKey();
    const made = [];
    for (let count = 0; count < 3; count += 1)
      made.push((await service.upload(path, [varied(good)], headers)).body);
    const page = async (number: number) =>
      (await service.api('GET', `${path}?page=${number}&page_size=2`, undefined, headers)).body;
    const pages = [await page(1), await page(2), await page(3)];
    assert.deepEqual(
      pages.map(({ results }) => results),
      [made.slice(0, 2), made.slice(2), []],
    );
    assert.deepEqual([pages[0].count, pages[0].next], [3, `http://news.example${path}?page=2&page_size=2`]);
  });

  test(`${path}: an Idempotency-Key is replayed for the same file and gets 409 for another`, async () => {
    const key = { 'idempotency-key': `upload ${path}` };
    const first = await service.upload(path, [good], key);
    const before = await readContents(service.db);
    const again = await service.upload(path, [good], key); // with the wrong boundary
    assert.deepEqual([again.status, again.text], [201, first.text]);
    const more = Buffer.concat([Buffer.from(good.value), Buffer.from('!')]);
    for (const parts of [[{ ...good, value: more }], [{ ...good, filename: 'b' }]]) {
      const other = await service.upload(path, parts, key);
      assert.deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused']);
    }
    assert.deepEqual(await readContents(service.db), before);
  });
}

test('a file that is not a picture is not an image, whatever its name', async () => {
  for (const [filename, type, value] of [
    ['x.png', 'image/png', '<!doctype html><script>alert(1)</script>'],
    ['x.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['x.png', 'image/png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['x.jpg', 'image/jpeg', '%PDF-1.7'],
    ['x.gif', 'image/gif', 'GIF'],
  ] as const) {
    const answer = await service.upload('/v1/images', [{ name: 'image', filename, type, value }]);
    assert.deepEqual([answer.status, answer.body.code], [400, 'image_invalid'], value);
    assert.match(answer.body.detail, /^image: .*PNG, JPEG/);
  }
});

test('an image’s type is decided by its bytes, not by its declared type', async () => {
  const { body } = await service.upload('/v1/images', [{ ...image, filename: 'x.html', type: 'text/html' }]);
  const { response } = await fetchFile(body.image);
  assert.equal(response.headers.get('content-type'), 'image/png');
});

test('a file is served so that it can do no harm in a browser', async () => {
  const html = '<!doctype html><script>alert(document.cookie)</script>';
  const attachment = await attach(file('page.html', html, 'text/html'));
  const { body } = await service.upload('/v1/images', [image]);
  for (const [address, type, disposition] of [
    [
      attachment.file,
      'application/octet-stream',
      `attachment; filename="page.html"; filename*=UTF-8''page.html`,
    ],
    [body.image, 'image/png', 'inline'],
  ] as const) {
    const got = await fetchFile(address);
    const head = await fetchFile(address, { method: 'HEAD' });
    assert.deepEqual([got.response.status, head.response.status, head.bytes.length], [200, 200, 0]);
    for (const { response } of [got, head]) {
      const headers = Object.fromEntries(response.headers);
      assert.equal(headers['content-type'], type);
      assert.equal(headers['content-disposition'], disposition);
      assert.equal(headers['content-length'], String(got.bytes.length));
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox");
      assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    }
  }
});

test('an unknown file is 404 and only briefly cacheable', async () => {
  const { id } = await attach(file());
  for (const path of [
    '/files/01900000-0000-7000-8000-000000000000/a.txt',
    `/files/${id}x/a.txt`,
    '/files/null/a.txt',
    "/files/a'b/a.txt",
    `/files/${id}`,
    '/files/..%2f..%2fetc/passwd',
    '/files/%2e%2e/a',
  ]) {
    const { status, headers, body } = await service.api('GET', path);
    assert.deepEqual([status, body.code], [404, 'not_found'], path);
    assert.equal(headers.get('cache-control'), 'no-store');
  }
});

test('a file whose bytes are missing is an error that is not cached', async () => {
  const { id, file: address } = await attach(file());
  await service.store.delete(id);
  const { response } = await fetchFile(address);
  assert.equal(response.status, 500);
  assert.equal(response.headers.get('cache-control'), 'no-store');
});

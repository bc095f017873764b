import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { openZip } from '../../platform/bundle/zip-writer.ts';
import { readContents } from '../../testing/contents.ts';
import { exportBundle, importBundle, readBundle, uploadBundle } from '../../testing/moving.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
let good: Map<string, Buffer>;
let bundle: Buffer;
let into: TestService;
before(async () => {
  service = await startTestService({ works: true });
  const made = await service.api('POST', '/v1/subscribers', {
    email: 'ada@example.org',
    type: 'regular',
    tags: ['A'],
  });
  assert.equal(made.status, 201);
  await service.api('POST', '/v1/emails', { subject: 'One', body: 'x', status: 'draft' });
  bundle = await exportBundle(service);
  good = await readBundle(bundle);
  into = await startTestService({ works: true });
});
after(async () => {
  await service.stop();
  await into.stop();
});

const lineOf = (name: string) => JSON.parse(good.get(`${name}.jsonl`)!.toString().split('\n')[0]!);
const asLines = (...lines: unknown[]) =>
  Buffer.from(`${lines.map(line => JSON.stringify(line)).join('\n')}\n`);

/** Returns the bundle with some files replaced, and with a manifest that matches unless `change` alters it. */
async function bundleWith(
  files: Record<string, Buffer>,
  change: (manifest: {
    version: number;
    parts: Record<string, number>;
    files: { name: string }[];
  }) => void = () => {},
): Promise<Buffer> {
  const all = new Map([...good, ...Object.entries(files)]);
  const manifest = JSON.parse(good.get('manifest.json')!.toString());
  all.delete('manifest.json');
  manifest.files = [...all].map(([name, bytes]) => ({
    name,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  for (const [name, bytes] of Object.entries(files))
    manifest.parts[name.replace('.jsonl', '')] = bytes.toString().split('\n').filter(Boolean).length;
  change(manifest);
  all.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
  return zip(all);
}

async function zip(files: Map<string, Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const writer = openZip(async bytes => void pieces.push(bytes));
  for (const [name, bytes] of files)
    await writer.add(
      name,
      (async function* () {
        yield bytes;
      })(),
    );
  await writer.end();
  return Buffer.concat(pieces);
}

async function refusalOf(file: Buffer): Promise<string> {
  const { status, status_reason } = await importBundle(into, file);
  assert.equal(status, 'failed');
  return status_reason;
}

test('a file that is not a bundle, or an incomplete or altered one, is refused with an explanation and leaves nothing behind', async () => {
  const without = new Map(good);
  without.delete('tags.jsonl');
  const changed = Buffer.from(bundle);
  changed[60] = changed[60]! ^ 1;
  const large = Buffer.alloc(5_000_000, 'x');
  const before = await readContents(into.db);
  const cases: [string, Buffer, RegExp][] = [
    ['not a zip', Buffer.from('email\nada@example.org\n'), /not a zip file/],
    ['truncated', bundle.subarray(0, bundle.length - 30), /not a zip file|end is missing/],
    ['beginning missing', bundle.subarray(100), /damaged|outside|overlaps|decompressed|CRC/],
    ['changed', changed, /damaged|decompressed|larger|truncated|CRC/],
    ['a file missing', await zip(without), /tags\.jsonl: it is missing/],
    ['no manifest', await zip(new Map([['a.txt', Buffer.from('x')]])), /no manifest\.json/],
    [
      'a stray file',
      await zip(new Map([...good, ['x.txt', Buffer.from('x')]])),
      /x\.txt: the manifest does not list it/,
    ],
    ['a path', await zip(new Map([...good, ['../x', Buffer.from('x')]])), /leads out of the zip/],
    ['an absolute path', await zip(new Map([...good, ['/etc/x', Buffer.from('x')]])), /leads out of the zip/],
    [
      'another checksum',
      await bundleWith({}, ({ files }) => Object.assign(files[0]!, { sha256: '0'.repeat(64) })),
      /checksum/,
    ],
    [
      'another version',
      await bundleWith({}, manifest => void Object.assign(manifest, { version: 2 })),
      /version 2 .* reads version 1/,
    ],
    ['a bomb', await zip(new Map(Array.from({ length: 30 }, (_, at) => [`${at}`, large]))), /times the size/],
    [
      'another count',
      await bundleWith({}, ({ parts }) => void Object.assign(parts, { tags: 7 })),
      /tags: it has 1 lines, and the manifest says 7/,
    ],
  ];
  for (const [name, file, words] of cases) assert.match(await refusalOf(file), words, name);
  const after = await readContents(into.db);
  for (const table of [
    'public.subscribers',
    'public.tags',
    'public.emails',
    'public.files',
    'public.newsletters',
  ])
    assert.deepEqual(after[table], before[table], table);
});

test('a line that has the wrong shape or contradicts another line is refused, and the error names its number', async () => {
  const subscriber = lineOf('subscribers');
  const tag = lineOf('tags');
  const email = lineOf('emails');
  const cases: [Record<string, Buffer>, RegExp][] = [
    [{ 'subscribers.jsonl': Buffer.from('{"id":\n') }, /subscribers: line 1: it is not JSON/],
    [
      { 'subscribers.jsonl': asLines({ ...subscriber, email_address: 'a@b\r\nBcc: x@y' }) },
      /line 1: email_address/,
    ],
    [{ 'subscribers.jsonl': asLines({ ...subscriber, type: 'king' }) }, /line 1: type/],
    [{ 'subscribers.jsonl': asLines({ ...subscriber, newsletter_key: 1 }) }, /line 1: .*newsletter_key/],
    [
      { 'subscribers.jsonl': asLines({ ...subscriber, notes: 'a\u0000b' }) },
      /subscribers: a value cannot be stored/,
    ],
    [{ 'subscribers.jsonl': Buffer.from([0xff, 0xfe, 10]) }, /line 1: it is not UTF-8/],
    [
      {
        'tags.jsonl': asLines(
          { ...tag, id: '019aa4ab-5f4e-7a26-8c39-6d1c2b7e4f01' },
          { ...tag, id: '019aa4ab-5f4e-7a26-8c39-6d1c2b7e4f02' },
        ),
      },
      /tags: two lines contradict each other/,
    ],
    [{ 'tags.jsonl': asLines(tag, tag) }, /already exists in this installation|contradict/],
    [
      {
        'consents.jsonl': asLines({
          subscriber_id: '019aa4ab-5f4e-7a26-8c39-6d1c2b7e4f09',
          date: '2026-01-01T00:00:00Z',
          ip_address: '',
          page_url: '',
          form_text: '',
        }),
      },
      /consents: lines 1 to 1: 1 of them refer to something that is not in the bundle/,
    ],
    [{ 'emails.jsonl': asLines({ ...email, status: 'scheduled' }) }, /emails: line 1: status/],
    [
      { 'newsletter.jsonl': asLines({ ...lineOf('newsletter'), from_address: 'x\r\nBcc: y@z' }) },
      /newsletter: line 1: from_address/,
    ],
    [
      { 'newsletter.jsonl': asLines({ ...lineOf('newsletter'), username: 'dashboard' }) },
      /newsletter: line 1: username/,
    ],
  ];
  for (const [files, words] of cases) assert.match(await refusalOf(await bundleWith(files)), words);
});

test('an installation cannot have the same newsletter twice', async () => {
  const { status, status_reason } = await importBundle(service, bundle, await service.foreignKey());
  assert.equal(status, 'failed');
  assert.match(status_reason, /already exists in this installation.*Delete the other one/);
});

test('a bundle for a newsletter that is not empty is refused before it is uploaded', async () => {
  const { status, body } = await uploadBundle(service, bundle);
  assert.deepEqual([status, body.code], [400, 'newsletter_not_empty']);
  assert.match(body.detail, /has subscribers, emails, tags\./);
});

test('exports and imports require write access to everything, and a viewer gets no addresses', async () => {
  const editor = await service.keyWith({
    emails: 'write',
    sending: 'write',
    subscribers: 'write',
    automations: 'write',
    bulk_actions: 'write',
    settings: 'read',
  });
  const viewer = await service.keyWith({ emails: 'read', automations: 'read', settings: 'read' });
  for (const key of [editor, viewer]) {
    assert.equal((await service.api('POST', '/v1/exports', {}, key)).status, 403);
    assert.equal((await uploadBundle(service, bundle, key)).status, 403);
  }
  for (const name of ['subscribers', 'consents', 'deliveries', 'hits'])
    assert.equal((await service.api('GET', `/v1/exports/csv/${name}`, undefined, viewer)).status, 403, name);
});

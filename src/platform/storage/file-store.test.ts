import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { type FakeS3, openFakeS3 } from '../../testing/fake-s3.ts';
import { type FileStore, openFileStore } from './file-store.ts';
import { deletePieces, openPieces, writePieces } from './pieces.ts';

let s3: FakeS3;
let store: FileStore;
before(async () => {
  s3 = await openFakeS3();
  store = await openS3(s3.url('bucket'));
});
after(() => s3[Symbol.asyncDispose]());

function openS3(files_url: string): Promise<FileStore> {
  return openFileStore({ data_dir: '/nowhere', files_url });
}

test('files are stored unchanged at an S3 address and can be read and deleted', async () => {
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7) % 256));
  await store.put('some-id', bytes);
  assert.deepEqual(s3.objects.get('/bucket/some-id'), bytes);
  assert.deepEqual(Buffer.from(await store.getBytes('some-id')), bytes);
  assert.deepEqual(await buffer(await store.getStream('some-id')), bytes);
  await store.delete('some-id');
  assert.equal(s3.objects.size, 0);
  assert.deepEqual(s3.requests, [
    'PUT /bucket/some-id',
    'GET /bucket/some-id',
    'GET /bucket/some-id',
    'DELETE /bucket/some-id',
  ]);
});

test('a file of several pieces is read from any position to any other, and is deleted with its folder', async () => {
  const size = 20_000_000;
  const bytes = Buffer.from(Uint32Array.from({ length: size / 4 }, (_, at) => at).buffer);
  const folder = await mkdtemp(join(tmpdir(), 'postrider-files-'));
  try {
    for (const one of [store, await openFileStore({ data_dir: folder, files_url: undefined })]) {
      const pieces = writePieces(one, 'imports/some-id');
      for (let at = 0; at < size; at += 3_000_000) await pieces.write(bytes.subarray(at, at + 3_000_000));
      assert.deepEqual((await pieces.end()).size, size);
      const stored = openPieces(one, 'imports/some-id', size);
      for (const [start, end] of [
        [0, size],
        [5, 6],
        [8_388_600, 8_388_620],
        [7_000_000, 19_000_001],
        [size - 3, size + 10],
        [9, 9],
      ] as const) {
        const read = await all(stored.read(start, end));
        assert.ok(Buffer.concat(read).equals(bytes.subarray(start, end)), `${start} to ${end}`);
        assert.ok(read.every(part => part.length <= 1 << 20));
      }
      for await (const part of stored.read(0, size)) if (part.length > 0) break; // and releases the rest
      await deletePieces(one, 'imports/some-id');
      await assert.rejects(all(stored.read(0, 10)));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  assert.equal(s3.objects.size, 0);
});

async function all(parts: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for await (const part of parts) found.push(part);
  return found;
}

test('a missing file or a wrong secret is an error', async () => {
  await assert.rejects(store.getBytes('unknown'));
  await assert.rejects(store.getStream('unknown'));
  await assert.rejects((await openS3(s3.url('bucket', 'KEY:wrong'))).put('a', Buffer.from('x')));
  assert.equal(s3.objects.size, 0);
});

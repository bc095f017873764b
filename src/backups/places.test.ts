import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { type FakeS3, openFakeS3 } from '../testing/fake-s3.ts';
import { openPlace, splitPlace } from './places.ts';

let s3: FakeS3;
let folder: string;
before(async () => {
  s3 = await openFakeS3();
  folder = await mkdtemp(join(tmpdir(), 'postrider-places-'));
});
after(async () => {
  await s3[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const content = randomBytes(18_000_000);
async function* pieces(bytes = content, failure?: Error): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 700_000) yield bytes.subarray(at, at + 700_000);
  if (failure) throw failure;
}

test('a file in a folder appears once it is complete, for its owner alone', async () => {
  const place = await openPlace(join(folder, 'new/deep'));
  assert.equal(await place.write('one', pieces()), content.length);
  assert.deepEqual(await buffer(await place.read('one')), content);
  assert.equal((await stat(join(folder, 'new/deep/one'))).mode & 0o777, 0o600);
  assert.deepEqual(await place.list(), [{ name: 'one', size: content.length }]);
  await place.remove('one');
  assert.deepEqual(await place.list(), []);
});

test('a failure leaves nothing in the folder', async () => {
  const place = await openPlace(join(folder, 'failing'));
  await assert.rejects(place.write('one', pieces(content.subarray(0, 9_000_000), new Error('gone'))), /gone/);
  assert.deepEqual(await readdir(join(folder, 'failing')), []);
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  await assert.rejects(
    place.write('one', pieces(content.subarray(0, 9_000_000), full)),
    /the disk is full\. Nothing was kept/,
  );
  await writeFile(join(folder, 'file'), '');
  const file = await openPlace(join(folder, 'file'));
  await assert.rejects(file.write('one', pieces()), /file\/one cannot be written \(E(EXIST|NOTDIR)\)/);
});

test('a bucket gets large files in parts, and lists, returns and deletes them', async () => {
  const place = await openPlace(s3.url('bucket/some/path'));
  assert.equal(place.name, 's3://bucket/some/path/');
  for (const name of ['one', 'two', 'three']) await place.write(name, pieces());
  assert.deepEqual(s3.objects.get('/bucket/some/path/one'), content);
  assert.deepEqual(await buffer(await place.read('two')), content);
  assert.deepEqual(
    (await place.list()).map(({ name, size }) => [name, size]),
    ['one', 'three', 'two'].map(name => [name, content.length]),
  );
  await place.remove('one');
  assert.deepEqual([...s3.objects.keys()], ['/bucket/some/path/two', '/bucket/some/path/three']);
  assert.equal(s3.uploads.size, 0);
});

test('a part that fails for a moment is sent again', async () => {
  const place = await openPlace(s3.url('bucket/again'));
  s3.fail('PUT', 503, 2);
  await place.write('one', pieces());
  assert.deepEqual(s3.objects.get('/bucket/again/one'), content);
});

test('an upload that fails leaves nothing, neither a file nor its parts', async () => {
  const place = await openPlace(s3.url('bucket/failing'));
  await assert.rejects(place.write('one', pieces(content.subarray(0, 9_000_000), new Error('gone'))), /gone/);
  s3.fail('PUT', 403, 1);
  await assert.rejects(place.write('one', pieces()), /s3:\/\/bucket\/failing\/ cannot be used/);
  assert.deepEqual(await place.list(), []);
  assert.equal(s3.uploads.size, 0);
  const wrong = await openPlace(s3.url('bucket/failing', 'KEY:wrong'));
  await assert.rejects(wrong.write('one', pieces()), /cannot be used.*SignatureDoesNotMatch/);
});

test('the address of a file is split into its place and its name', () => {
  assert.deepEqual(splitPlace('/mnt/safe/one.tar.zst'), { place: '/mnt/safe/', file: 'one.tar.zst' });
  assert.deepEqual(splitPlace('s3://bucket/a/b?region=x'), { place: 's3://bucket/a/?region=x', file: 'b' });
  assert.deepEqual(splitPlace('s3://bucket/a/'), { place: 's3://bucket/a/', file: '' });
});

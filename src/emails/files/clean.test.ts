import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, type TestContext, test } from 'node:test';
import { runCommand } from '../../testing/command.ts';
import { exportBundle, importBundle } from '../../testing/moving.ts';
import { samplePicture } from '../../testing/pictures.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
});
after(() => service.stop());

const photos = ['photo.jpeg', 'photo.png', 'photo.webp', 'photo.avif', 'moving.webp', 'moving.gif'];

/** Stores a picture as an earlier version did: all of its bytes, but not its size in pixels. */
async function storeAsBefore(name: string): Promise<{ id: string; image: string }> {
  const bytes = samplePicture(name);
  const { body } = await service.upload('/v1/images', [{ name: 'image', filename: name, value: bytes }]);
  await service.store.put(body.id, bytes);
  const hash = createHash('sha256').update(bytes).digest();
  await service.db
    .updateTable('files')
    .set({ size: bytes.length, hash, width: null, height: null })
    .where('id', '=', body.id)
    .execute();
  return body;
}

async function clean(t: TestContext): Promise<[code: number, said: string]> {
  const print = t.mock.method(console, 'log', () => {});
  const code = await runCommand(service, 'clean-images');
  const said = print.mock.calls.map(call => call.arguments.join(' ')).join('\n');
  print.mock.restore();
  return [code, said];
}

async function load(from: TestService, address: string): Promise<Buffer> {
  const response = await fetch(from.url + new URL(address).pathname);
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(response.headers.get('content-length'), String(bytes.length));
  return bytes;
}

test('images of earlier versions lose their metadata when the operator requests it, and keep their address', async t => {
  const images = [];
  for (const name of photos) images.push(await storeAsBefore(name));
  assert.ok((await load(service, images[0]!.image)).includes('Secret'));
  assert.deepEqual(await clean(t), [0, '5 images cleaned, 1 had no metadata, 0 could not be read.']);
  for (const [at, { image }] of images.entries()) {
    const bytes = await load(service, image);
    assert.ok(!bytes.includes('Secret'), photos[at]);
    assert.equal(
      bytes.length,
      samplePicture(photos[at]!).length,
      'whoever reads it meanwhile expects as many bytes',
    );
  }
  const { width, height } = await service.db
    .selectFrom('files')
    .select(['width', 'height'])
    .where('id', '=', images[0]!.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual([width, height], [16, 24]);
  assert.deepEqual(await clean(t), [0, '0 images cleaned, 0 had no metadata, 0 could not be read.']);
});

test('an image that cannot be read stays as it is, and the command names it', async t => {
  const { id, image } = await storeAsBefore('photo.png');
  const broken = samplePicture('photo.png').subarray(0, 900);
  await service.store.put(id, broken);
  await service.db.updateTable('files').set({ size: broken.length }).where('id', '=', id).execute();
  const [code, said] = await clean(t);
  assert.equal(code, 1);
  assert.match(said, new RegExp(`^${id} was not changed: this PNG file is damaged`));
  assert.ok((await load(service, image)).equals(broken));
  await service.api('DELETE', `/v1/images/${id}`);
});

test('images in the bundle of an earlier version lose their metadata when it is imported', async () => {
  const { id, image } = await storeAsBefore('photo.jpeg');
  const bundle = await exportBundle(service);
  await using stack = new AsyncDisposableStack();
  const other = await startTestService({ works: true });
  stack.defer(() => other.stop());
  assert.equal((await importBundle(other, bundle)).status, 'succeeded');
  const bytes = await load(other, image);
  assert.ok(!bytes.includes('Secret') && bytes.length < samplePicture('photo.jpeg').length);
  const { body } = await other.upload('/v1/images', [
    { name: 'image', filename: 'photo.jpeg', value: samplePicture('photo.jpeg') },
  ]);
  assert.equal(body.id, id, 'the imported image is reused');
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
});
after(() => service.stop());

const blank = (width: number, height: number, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { r: 160, g: 40, b: 40, alpha } } });

async function upload(bytes: Buffer, filename: string) {
  const { status, body } = await service.upload('/v1/images', [{ name: 'image', filename, value: bytes }]);
  assert.equal(status, 201, JSON.stringify(body));
  return { id: body.id as string, address: body.image as string, path: new URL(body.image).pathname };
}

async function load(path: string) {
  const response = await fetch(service.url + path, { redirect: 'manual' });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

const isStored = (key: string) =>
  service.store.getBytes(key).then(
    () => true,
    () => false,
  );

const inShape = (path: string, shape: string) => path.replace(/(\/files\/[^/]+\/)/, `$1${shape}/`);

test('a photo taken with the camera held sideways is stored upright, without place and device', async () => {
  const photo = await blank(300, 200)
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { path } = await upload(photo, 'photo.jpg');
  const { width, height, orientation, exif } = await sharp((await load(path)).bytes).metadata();
  assert.deepEqual([width, height, orientation, exif], [200, 300, undefined, undefined]);
});

test('an upload with more pixels than are ever shown is made smaller', async () => {
  const { path } = await upload(await blank(6000, 5000).jpeg().toBuffer(), 'large.jpg');
  const { width, height } = await sharp((await load(path)).bytes).metadata();
  assert.ok(width * height <= 20_000_000 && width > 4000, `${width} × ${height}`);
});

test('mails show WebP and AVIF pictures as JPEG, or as PNG if they are transparent, and the checks find no fault', async () => {
  // The format could be transparent, but the picture is not.
  const webp = await upload(await blank(1600, 800).webp({ lossless: true }).toBuffer(), 'photo.webp');
  const clear = await upload(await blank(400, 200, 0.5).webp().toBuffer(), 'clear.webp');
  const body = `![A photo](${webp.address})\n\n![A mark](${clear.address})`;
  const email = { subject: 'Pictures', body, description: 'Two' };
  await service.api('POST', '/v1/subscribers', { email: 'ada@example.org', type: 'regular' });
  const { body: sent } = await service.api('POST', '/v1/emails', { ...email, status: 'about_to_send' });
  const source = await until('the mail arrives', async () =>
    service.sink.accepted.find(({ to }) => to === 'ada@example.org')?.source.replace(/=\r\n/g, ''),
  );
  assert.match(source, new RegExp(`/files/${webp.id}/mail/photo"`));
  for (const [{ path }, type, width] of [
    [webp, 'image/jpeg', 1200],
    [clear, 'image/png', 400],
  ] as const) {
    const shown = await load(inShape(path, 'mail'));
    assert.equal(shown.headers.get('content-type'), type);
    assert.equal((await sharp(shown.bytes).metadata()).width, width);
    // The stored picture is the same.
    assert.deepEqual((await load(inShape(path, 'mail'))).bytes, shown.bytes);
  }
  const { body: preview } = await service.api('POST', `/v1/emails/${sent.id}/preview`, {});
  assert.deepEqual(
    preview.findings.filter(({ kind }: { kind: string }) => kind === 'image_format'),
    [],
  );
});

test('a page offers the widths of a picture, as WebP', async () => {
  const { id, address, path } = await upload(await blank(1000, 500).png().toBuffer(), 'chart.png');
  const { body: email } = await service.api('POST', '/v1/emails', {
    subject: 'Chart',
    body: `![A chart](${address})`,
    status: 'imported',
    publish_date: '2020-01-01T00:00:00Z',
  });
  const page = (await load(new URL(email.absolute_url).pathname)).bytes.toString();
  assert.match(
    page,
    new RegExp(`srcset="[^"]*/files/${id}/w600/chart\\.png 600w, [^"]*/files/${id}/w1200/chart\\.png 1000w"`),
  );
  for (const [shape, width] of [
    ['w600', 600],
    ['w1200', 1000],
  ] as const) {
    const shown = await load(inShape(path, shape));
    assert.equal(shown.headers.get('content-type'), 'image/webp');
    assert.equal((await sharp(shown.bytes).metadata()).width, width);
  }
});

test('the picture of an issue has its size and widths on its page, and is small in lists', async () => {
  const { id, address } = await upload(await blank(2000, 1000).jpeg().toBuffer(), 'a, b.jpg');
  const { body: email } = await service.api('POST', '/v1/emails', {
    subject: 'Lead',
    body: 'Words',
    image: address,
    status: 'imported',
    publish_date: '2020-01-01T00:00:00Z',
  });
  const page = (await load(new URL(email.absolute_url).pathname)).bytes.toString();
  const lead = /<img class="lead-picture"[^>]*>/.exec(page)![0];
  assert.match(lead, / width="2000" height="1000" srcset="/);
  assert.match(lead, new RegExp(`/files/${id}/w1800/a%2C%20b\\.jpg 1800w" sizes=`));
  const home = (await load('/test')).bytes.toString();
  assert.match(home, new RegExp(`<img class="thumb" src="[^"]*/files/${id}/w600/`));
});

test('images are loaded from the address of a CDN if there is one, and so are images in the styles of a page', async () => {
  const other = await startTestService({ env: { IMAGES_URL: 'https://cdn.example/' } });
  try {
    const value = await blank(20, 20).png().toBuffer();
    const { body } = await other.upload('/v1/images', [{ name: 'image', filename: 'a.png', value }]);
    assert.match(body.image, /^https:\/\/cdn\.example\/files\/[^/]+\/a\.png$/);
    assert.equal((await other.api('GET', `/v1/images/${body.id}`)).body.image, body.image);
    const web_css = `article { background-image: url("${body.image}") }`;
    await other.api('PATCH', `/v1/newsletters/${other.newsletter.id}`, { web_css });
    const { text } = await other.api('GET', '/test');
    assert.ok(text.includes(`url("${body.image}")`) || text.includes(`url(${body.image})`), 'its own file');
  } finally {
    await other.stop();
  }
});

test('an animation stays as it is, and so does what cannot be decoded', async () => {
  const frames = [await blank(20, 20).png().toBuffer(), await blank(20, 20, 0.2).png().toBuffer()];
  const animation = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const { path } = await upload(animation, 'moving.gif');
  assert.equal((await sharp((await load(path)).bytes, { animated: true }).metadata()).pages, 2);
  const moved = await load(inShape(path, 'w600'));
  assert.deepEqual([moved.status, moved.headers.get('location')], [302, path]);
});

test('files that were made from a picture are deleted with it', async () => {
  const { id, path } = await upload(await blank(700, 70).webp().toBuffer(), 'gone.webp');
  await load(inShape(path, 'mail'));
  assert.equal(await isStored(`${id}.mail`), true);
  await service.api('DELETE', `/v1/images/${id}`);
  assert.equal(await isStored(`${id}.mail`), false);
  assert.equal((await load(inShape(path, 'mail'))).status, 404);
});

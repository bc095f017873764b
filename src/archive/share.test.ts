import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const settings = () => `/v1/newsletters/${service.newsletter.id}`;

async function publish(fields: object) {
  const { body, status, text } = await service.api('POST', '/v1/emails', {
    body: 'Words.',
    status: 'imported',
    publish_date: '2020-01-01T00:00:00Z',
    ...fields,
  });
  assert.equal(status, 201, text);
  return body as { absolute_url: string };
}

const pathOf = (address: string) => new URL(address).pathname + new URL(address).search;
const get = (address: string) => service.api('GET', pathOf(address), undefined, { authorization: '' });
const meta = (html: string, property: string) =>
  new RegExp(`<meta property="${property}" content="([^"]*)">`).exec(html)?.[1]?.replaceAll('&amp;', '&') ??
  '';

async function load(address: string) {
  const response = await fetch(service.url + pathOf(address));
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

test('an issue without a picture has one of its title, which changes with the title and the look', async () => {
  const { absolute_url } = await publish({ subject: 'The harbour in winter' });
  const page = await get(absolute_url);
  const picture = meta(page.text, 'og:image');
  assert.match(picture, /\/test\/archive\/the-harbour-in-winter\/share\.png\?v=[\w-]{10}$/);
  assert.equal(meta(page.text, 'og:image:width'), '1200');
  assert.match(page.text, /<meta name="twitter:card" content="summary_large_image">/);
  const { status, bytes } = await load(picture);
  assert.equal(status, 200);
  const { width, height, format } = await sharp(bytes).metadata();
  assert.deepEqual([width, height, format], [1200, 630, 'png']);
  assert.deepEqual((await load(picture)).bytes, bytes);
  await service.api('PATCH', settings(), { background_color: '#102030' });
  const after = meta((await get(absolute_url)).text, 'og:image');
  assert.notEqual(after, picture);
  const { dominant } = await sharp((await load(after)).bytes).stats();
  assert.ok(dominant.b > dominant.r && dominant.r < 60, JSON.stringify(dominant));
});

test('the author’s own picture comes first, and a title in letters that no font here has gets the newsletter’s picture', async () => {
  const own = await publish({ subject: 'Own', image: 'https://img.example/own.jpg' });
  assert.equal(meta((await get(own.absolute_url)).text, 'og:image'), 'https://img.example/own.jpg');
  await service.api('PATCH', settings(), { image: 'https://img.example/all.jpg' });
  const japanese = await publish({ subject: '冬の港', slug: 'winter' });
  assert.equal(meta((await get(japanese.absolute_url)).text, 'og:image'), 'https://img.example/all.jpg');
  assert.equal((await load(`${japanese.absolute_url}share.png`)).status, 404);
  for (const [subject, slug] of [
    ['Гавань зимой', 'russian'],
    ['Λιμάνι τον χειμώνα', 'greek'],
    ['Bến cảng mùa đông – Łódź', 'latin'],
    ['Winter ❄️ <b>&amp; storms</b>', 'signs'],
    ['W'.repeat(300), 'long'],
  ]) {
    const { absolute_url } = await publish({ subject, slug });
    assert.equal((await load(meta((await get(absolute_url)).text, 'og:image'))).status, 200, subject);
  }
});

test('the home page has a picture with the name, and describes itself', async () => {
  await service.api('PATCH', settings(), { image: '', description: 'Tides and ships' });
  const { text } = await get('http://news.example/test');
  assert.match(meta(text, 'og:image'), /\/test\/share\.png\?v=/);
  assert.equal((await load(meta(text, 'og:image'))).status, 200);
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)![1]!);
  assert.deepEqual([data['@type'], data.description], ['WebSite', 'Tides and ships']);
});

test('the logo of the newsletter is in the picture', async () => {
  const logo = await sharp({ create: { width: 200, height: 80, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer();
  const { body } = await service.upload('/v1/images', [{ name: 'image', filename: 'logo.png', value: logo }]);
  await service.api('PATCH', settings(), { logo: body.image, background_color: '' });
  const { absolute_url } = await publish({ subject: 'With a logo' });
  const { bytes } = await load(meta((await get(absolute_url)).text, 'og:image'));
  const part = await sharp(bytes).extract({ left: 90, top: 520, width: 60, height: 20 }).png().toBuffer();
  const corner = await sharp(part).stats();
  assert.ok(corner.dominant.g > 200 && corner.dominant.r < 60, JSON.stringify(corner.dominant));
});

test('programs that show links learn the title and the picture of a page', async () => {
  const { absolute_url } = await publish({ subject: 'A card', slug: 'card' });
  const link = /<link rel="alternate" type="application\/json\+oembed" [^>]*href="([^"]*)">/.exec(
    (await get(absolute_url)).text,
  )![1]!;
  const { status, body } = await get(link.replaceAll('&amp;', '&'));
  assert.equal(status, 200);
  assert.deepEqual([body.version, body.type, body.title, body.url], ['1.0', 'link', 'A card', absolute_url]);
  assert.match(body.thumbnail_url, /\/card\/share\.png/);
  for (const url of ['https://elsewhere.example/a', 'http://news.example/test/archive/none/', ''])
    assert.equal(
      (await get(`http://news.example/test/oembed?url=${encodeURIComponent(url)}`)).status,
      404,
      url,
    );
  assert.equal((await get(`${link.replaceAll('&amp;', '&')}&format=xml`)).status, 501);
});

test('only what everybody may see has a picture, and paid issues say so to search engines', async () => {
  const paid = await publish({ subject: 'Paid', email_type: 'premium', slug: 'paid' });
  const { text } = await get(paid.absolute_url);
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)![1]!);
  assert.equal(data.isAccessibleForFree, false);
  assert.deepEqual(data.hasPart.cssSelector, '.gate');
  assert.match(text, /<section class="card gate"/);
  await publish({ subject: 'Hidden', archival_mode: 'disabled', slug: 'hidden' });
  assert.equal((await load('http://news.example/test/archive/hidden/share.png')).status, 404);
});

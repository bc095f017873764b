import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openZip } from '../../../platform/bundle/zip-writer.ts';
import { type FeedServer, openFeedServer } from '../../../testing/feed-server.ts';
import { pngOf } from '../../../testing/pictures.ts';
import { startTestService, type TestService } from '../../../testing/postrider.ts';
import { until } from '../../../testing/until.ts';

let service: TestService;
let site: FeedServer;
before(async () => {
  service = await startTestService({ works: true });
  site = await openFeedServer();
});
after(async () => {
  await service.stop();
  await site.close();
});

const picture = (mark: string) => ({ body: pngOf(mark) });
const visit = (path: string) => fetch(service.url + path, { redirect: 'manual' });
const locationOf = async (path: string) => (await visit(path)).headers.get('location');
const images = async () =>
  (await service.api('GET', '/v1/images')).body.results.map(({ image }: { image: string }) => image);

type Post = { id: number; html: string; permalink?: string };

/** An export of WordPress (WXR). */
function wxr(posts: Post[]): string {
  const items = posts.map(
    ({ id, html, permalink = `2023/01/post-${id}/` }) => `<item>
      <title>Post ${id}</title><link>${site.url}/${permalink}</link>
      <guid isPermaLink="false">${site.url}/?p=${id}</guid>
      <content:encoded><![CDATA[${html}]]></content:encoded>
      <wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2023-01-0${id} 10:00:00</wp:post_date_gmt>
      <wp:post_name>post-${id}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
    </item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8" ?>
    <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
    <channel><title>Low Water</title>${items.join('')}</channel></rss>`;
}

async function stopped(id: string) {
  return until('the import has stopped', async () => {
    const { body } = await service.api('GET', `/v1/imports/${id}`);
    return ['validated', 'succeeded', 'failed', 'undone'].includes(body.status) && body;
  });
}

async function upload(file: string | Buffer, type: string, query: string) {
  const { status, body, text } = await service.api('POST', `/v1/imports?${query}`, file, {
    'content-type': type,
  });
  assert.equal(status, 201, text);
  return stopped(body.id);
}

async function act(id: string, what: 'run' | 'undo') {
  const { status, text } = await service.api('POST', `/v1/imports/${id}/${what}`);
  assert.equal(status, 200, text);
  return stopped(id);
}

test('a blog is imported with its pictures, its old addresses redirect, and an undo deletes all that nothing else uses', async () => {
  site.put('/a.png', picture('a'));
  site.put('/b.png', picture('b'));
  site.put('/moved.png', { status: 302, headers: { location: '/c.png' } });
  site.put('/c.png', picture('c'));
  const mine = { name: 'image', filename: 'b.png', value: picture('b').body };
  const own = [(await service.upload('/v1/images', [mine])).body.image];
  const posts = [
    { id: 1, html: `<p>One <img src="${site.url}/a.png"><img src="${site.url}/b.png"></p>` },
    { id: 2, html: `<p>Two <img src="${site.url}/moved.png"><img src="${site.url}/gone.png"></p>` },
    { id: 3, html: '<p>Three</p>', permalink: '?p=3' },
  ];
  const checked = await upload(wxr(posts), 'text/xml', 'fetch_images=true');
  assert.deepEqual([checked.format, checked.report.counts.emails], ['wordpress', 3]);
  assert.deepEqual([await images(), site.requests], [own, []], 'a dry run fetches nothing');
  const done = await act(checked.id, 'run');
  assert.deepEqual([done.status, done.report.counts.emails], ['succeeded', 3]);
  assert.equal((await images()).length, 3, 'one of the three is there already');
  const report = (await service.api('GET', `/v1/imports/${done.id}/report.csv`)).text;
  assert.match(report, /gone\.png: The server answered 404/);
  const archive = `http://news.example/${service.newsletter.username}/archive`;
  for (const [path, slug] of [
    ['/2023/01/post-1/', 'post-1'],
    ['/2023/01/post-2', 'post-2'],
    ['/?p=1', 'post-1'],
    ['/?p=2&utm_source=x', 'post-2'],
    ['/?p=3', 'post-3'],
  ] as const)
    assert.equal(await locationOf(path), `${archive}/${slug}/`, path);
  for (const path of ['/', '/?p=4', '/?p=', '/?p=x', '/?p=1&p=2', `/?p=${'9'.repeat(40)}`])
    assert.ok((await visit(path)).status < 400, path);

  // A draft of ours that shows one of the pictures.
  const { body: emails } = await service.api('GET', '/v1/emails?status=imported');
  const first = emails.results.find(({ slug }: { slug: string }) => slug === 'post-1');
  const [kept] = /http:\/\/news\.example\/files\/[^"]+\/a\.png/.exec(first.body)!;
  await service.api('POST', '/v1/emails', { subject: 'Mine', body: `![](${kept})`, status: 'draft' });
  const back = await act(done.id, 'undo');
  assert.equal(back.status, 'undone', back.status_reason);
  assert.equal(back.report.counts.removed, 3);
  assert.deepEqual(back.report.notes, ['1 copied image is shown elsewhere here, and not deleted.']);
  assert.deepEqual(await images(), [...own, kept]);
  assert.equal((await visit(new URL(kept).pathname)).status, 200);
  for (const path of ['/2023/01/post-1/', '/?p=1']) assert.equal(await locationOf(path), null, path);
});

test('Ghost’s export is accepted as a JSON body', async () => {
  const post = {
    id: '1',
    title: 'Eels',
    slug: 'eels',
    html: '<p>Eels</p>',
    status: 'published',
    type: 'post',
  };
  const content = JSON.stringify({ db: [{ meta: { version: '5' }, data: { posts: [post] } }] });
  const done = await upload(content, 'application/json', 'dry_run=false');
  assert.deepEqual([done.format, done.status, done.report.counts.emails], ['ghost', 'succeeded', 1]);
  for (const odd of ['{}', '{"email": "ada@example.org"', '[]', 'null']) {
    const { status, body } = await service.api('POST', '/v1/imports', odd, {
      'content-type': 'application/json',
    });
    if (status !== 201) assert.equal([status, body.code].join(' '), '400 import_invalid', odd);
    else assert.equal((await stopped(body.id)).status, 'failed', odd);
  }
});

test('a zip that would unpack to far more than its size is refused at once and leaves nothing behind', async () => {
  const pieces: Buffer[] = [];
  const zip = openZip(async bytes => void pieces.push(bytes));
  await zip.add(
    'people.csv',
    (async function* () {
      for (let n = 0; n < 120; n += 1) yield Buffer.alloc(1 << 20, 10);
    })(),
  );
  await zip.end();
  const { status, body } = await service.api('POST', '/v1/imports', Buffer.concat(pieces), {
    'content-type': 'application/zip',
  });
  assert.equal(status, 400);
  assert.match(body.detail, /over 200 times the size of the zip/);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type FeedServer, openFeedServer, rss } from '../testing/feed-server.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
let site: FeedServer;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());
/** A test with a site of its own, so that nothing is known about its address. */
const withSite = (name: string, run: () => Promise<void>) =>
  test(name, async () => {
    site = await openFeedServer();
    try {
      await run();
    } finally {
      await site.close();
    }
  });

const html = (body: string) => ({ headers: { 'content-type': 'text/html; charset=utf-8' }, body });
const link = (href: string, title = '') =>
  `<link rel="alternate" type="application/rss+xml" title="${title}" href="${href}">`;
const posts = [
  { title: 'Neap tide', link: 'https://log.example/1', guid: '1', date: '2026-06-01T08:00:00Z' },
  { title: 'Spring tide', link: 'https://log.example/2', guid: '2', date: '2026-06-15T08:00:00Z' },
];
const discover = (url: string) => service.api('POST', '/v1/automations/discover', { url });
const askedFor = (path: string) => site.requests.filter(request => request.path === path).length;

withSite('a page leads to the feeds that it links to, each with its latest post', async () => {
  site.put('/', html(link('/comments.xml', 'Comments') + link('/log.xml') + link('/gone.xml')));
  site.put('/log.xml', rss(posts));
  site.put('/comments.xml', rss([{ title: 'Re: tide', link: 'https://log.example/3' }], 'Comments'));
  const { status, body } = await discover(site.url);
  assert.equal(status, 200);
  assert.deepEqual(body, {
    feeds: [
      {
        url: `${site.url}/log.xml`,
        title: 'The log',
        format: 'RSS 2.0',
        item_count: 2,
        latest_title: 'Spring tide',
        latest_date: '2026-06-15T08:00:00.000Z',
      },
      {
        url: `${site.url}/comments.xml`,
        title: 'Comments',
        format: 'RSS 2.0',
        item_count: 1,
        latest_title: 'Re: tide',
        latest_date: null,
      },
    ],
  });
});

withSite('the address of a feed is that feed', async () => {
  site.put('/log.xml', rss(posts));
  const { body } = await discover(`${site.url}/log.xml`);
  assert.deepEqual(
    body.feeds.map(({ url }: { url: string }) => url),
    [`${site.url}/log.xml`],
  );
});

withSite('a page that links to no feed has the one in a usual place', async () => {
  site.put('/blog?page=2', html('<p>Hello</p>'));
  site.put('/blog/feed', rss(posts));
  const { body } = await discover(`${site.url}/blog?page=2#top`);
  assert.deepEqual(
    body.feeds.map(({ url }: { url: string }) => url),
    [`${site.url}/blog/feed`],
  );
});

withSite('without a feed, or without a site, the answer says what to do', async () => {
  site.put('/', html('<p>Hello</p>'));
  const none = await discover(site.url);
  assert.equal(none.status, 400);
  assert.equal(none.body.code, 'url_invalid');
  assert.match(none.body.detail, /^url: no feed was found .* Use the address of an RSS/);
  const missing = await discover(`${site.url}/missing`);
  assert.equal(missing.status, 400);
  assert.match(missing.body.detail, /^url: The server answered 404/);
  assert.equal((await discover('not an address')).body.code, 'url_invalid');
});

withSite('with max_age, trying settings does not fetch the feed again', async () => {
  site.put('/log.xml', rss(posts));
  const settings = {
    url: `${site.url}/log.xml`,
    behavior: 'draft',
    cadence: 'every',
    subject: '{{ item.title }}',
    body: '{{ item.content }}',
  };
  const preview = (more: object) => service.api('POST', '/v1/automations/preview', { ...settings, ...more });
  await discover(settings.url);
  for (const hold_minutes of [0, 10])
    assert.equal((await preview({ hold_minutes, max_age: 600 })).body.feed.title, 'The log');
  assert.equal(askedFor('/log.xml'), 1);
  await preview({});
  assert.equal(askedFor('/log.xml'), 2);
  assert.equal((await preview({ max_age: 4000 })).status, 400);
});

withSite('a preview of an automation uses the password of its feed', async () => {
  site.put('/log.xml', (request, response) => {
    const isKnown = request.headers.authorization === `Basic ${btoa('nell:tide')}`;
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/rss+xml' });
    response.end(isKnown ? rss(posts) : '');
  });
  const settings = {
    behavior: 'draft',
    cadence: 'every',
    subject: '{{ item.title }}',
    body: '{{ item.url }}',
  };
  const { body: made } = await service.api('POST', '/v1/automations', {
    ...settings,
    url: `${site.url.replace('//', '//nell:tide@')}/log.xml`,
  });
  const shown = { ...settings, urls: made.urls };
  assert.equal((await service.api('POST', '/v1/automations/preview', shown)).status, 400);
  const own = { ...shown, automation_id: made.id };
  const { status, body } = await service.api('POST', '/v1/automations/preview', own);
  assert.equal(status, 200);
  assert.equal(body.items.length, 2);
  assert.doesNotMatch(JSON.stringify(body), /nell/);
  const unknown = { ...shown, automation_id: service.newsletter.id };
  assert.equal((await service.api('POST', '/v1/automations/preview', unknown)).status, 404);
});

test('every listed variable can be used in a template', async () => {
  const { body } = await service.api('GET', '/v1/automations/variables');
  const names = body.variables.map(({ name }: { name: string }) => name);
  const { status, body: refusal } = await service.api('POST', '/v1/automations', {
    url: 'http://127.0.0.1:1/feed',
    behavior: 'draft',
    cadence: 'daily',
    cadence_metadata: { time: '9' },
    subject: '{{ item.title }}',
    body: names.map((name: string) => `{{ ${name} }}`).join('\n'),
  });
  assert.equal(status, 201, JSON.stringify(refusal));
});

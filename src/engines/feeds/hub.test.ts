import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hubOf } from './hub.ts';
import { parseFeed } from './parse.ts';

const url = 'https://log.example/feed';
const feedIn = (document: string) => {
  const result = parseFeed(Buffer.from(document), { url });
  assert.ok('feed' in result, JSON.stringify(result));
  return result.feed;
};
const found = { hub_url: 'https://hub.example/', topic_url: 'https://log.example/topic' };

test('a hub is found in RSS, Atom and JSON Feed', () => {
  const links = '<x:link rel="hub" href="https://hub.example/"/><x:link rel="self" href="/topic"/>';
  const atom = 'http://www.w3.org/2005/Atom';
  const documents = [
    `<rss version="2.0" xmlns:x="${atom}"><channel><title>t</title>${links}<item><title>a</title></item></channel></rss>`,
    `<x:feed xmlns:x="${atom}"><x:title>t</x:title>${links}<x:entry><x:id>a</x:id></x:entry></x:feed>`,
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 't',
      feed_url: '/topic',
      hubs: [
        { type: 'rssCloud', url: 'https://cloud.example/' },
        { type: 'WebSub', url: 'https://hub.example/' },
      ],
      items: [],
    }),
  ];
  for (const document of documents) assert.deepEqual(hubOf(feedIn(document), '', url), found, document);
});

test('the Link header takes precedence over the feed', () => {
  const feed = { hub: 'https://other.example/', self: 'https://other.example/feed' };
  const header = '<https://hub.example/>; rel="hub", </topic>; type="application/rss+xml"; rel=self';
  assert.deepEqual(hubOf(feed, header, url), found);
  assert.deepEqual(hubOf({ hub: null, self: null }, '<https://hub.example/>;rel=hub', url), {
    ...found,
    topic_url: url,
  });
});

test('a feed without a hub or behind a password has nothing to subscribe to', () => {
  assert.equal(hubOf({ hub: null, self: url }, '<https://log.example/a,b>; rel="next"', url), null);
  assert.equal(
    hubOf({ hub: 'https://hub.example/', self: null }, '', 'https://me:secret@log.example/'),
    null,
  );
  assert.equal(hubOf({ hub: null, self: null }, '<'.repeat(100_000), url), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownFeeds } from './own-feeds.ts';

test('among addresses of the installation, only the feeds of newsletters are own feeds', () => {
  const isOwn = ownFeeds('http://localhost:8080');
  for (const address of ['/tide-log/rss', '/tide-log/feed.json?count=5', '/v1/../tide-log/rss'])
    assert.ok(isOwn(new URL(`http://localhost:8080${address}`)), address);
  const others = [
    'http://localhost:8080/v1/emails',
    'http://localhost:8080/tide-log/rss/x',
    'http://localhost:8080/tide-log%2Frss',
    'http://localhost:8080/metrics?/tide-log/rss',
    'http://localhost:8081/tide-log/rss',
    'https://localhost:8080/tide-log/rss',
    'http://localhost:8080@example.org/tide-log/rss',
  ];
  for (const address of others) assert.ok(!isOwn(new URL(address)), address);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feedOf } from '../../testing/samples/feeds.ts';
import type { FeedItem } from './feed.ts';

const version = 'https://jsonfeed.org/version/1.1';

function itemOf(item: object, feed: object = {}): FeedItem {
  return feedOf(JSON.stringify({ version, title: 'T', ...feed, items: [item] })).items[0]!;
}

test('every field of a JSON Feed item is read', () => {
  const item = itemOf({
    id: 'a',
    url: '1',
    external_url: 'https://other.example/',
    title: 'AT&amp;T\n<b>',
    content_html: '<img src="/x.png">',
    content_text: 'x',
    summary: 'a < b',
    date_published: '2024-01-01T10:00:00+01:00',
    date_modified: '2024-02-01T10:00:00Z',
    authors: [{ name: 'Jane' }, { name: 'John' }],
    attachments: [{ url: 'f.mp3', mime_type: 'audio/mpeg', size_in_bytes: 12 }],
    banner_image: 'banner.jpg',
    tags: ['Sea', 'sea', 7, ''],
  });
  assert.deepEqual(item, {
    guid: 'a',
    id: 'a',
    id_source: 'guid',
    url: 'https://example.org/blog/1',
    title: 'AT&amp;T <b>',
    description: 'a &lt; b',
    content: '<img src="https://example.org/x.png">',
    publish_date: '2024-01-01T09:00:00.000Z',
    author: 'Jane, John',
    enclosure: { url: 'https://example.org/blog/f.mp3', type: 'audio/mpeg', length: 12 },
    image: 'https://example.org/blog/banner.jpg',
    categories: ['Sea', '7'],
  });
});

test('an id may be a number of any length', () => {
  assert.equal(itemOf({ id: 12 }).id, '12');
  const document = `{"version":"${version}","items":[{"id":12345678901234567890},{"id":12345678901234567891}]}`;
  assert.deepEqual(
    feedOf(document).items.map(({ id }) => id),
    ['12345678901234567890', '12345678901234567891'],
  );
});

test('missing item fields fall back to others', () => {
  assert.equal(itemOf({ id: 1, content_html: '<img src="/a.png">' }).image, 'https://example.org/a.png');
  assert.equal(itemOf({ id: 1, content_text: 'a < b\nc' }).content, 'a &lt; b<br>\nc');
  assert.equal(itemOf({ id: 1, summary: 'S' }).content, 'S');
  assert.equal(itemOf({ id: 1 }, { author: { name: 'Jane' } }).author, 'Jane');
  assert.equal(itemOf({ id: 1, author: { name: 'John' } }, { authors: [{ name: 'Jane' }] }).author, 'John');
  assert.equal(itemOf({ external_url: 'https://other.example/' }).url, 'https://other.example/');
  assert.equal(
    itemOf({ id: 1, date_modified: '2024-02-01T10:00:00Z' }).publish_date,
    '2024-02-01T10:00:00.000Z',
  );
  assert.equal(itemOf({ id: 1 }).title, '');
});

test('a field of the wrong type counts as missing', () => {
  const odd = {
    id: ['x'],
    url: 5,
    title: {},
    content_html: 7,
    authors: 'x',
    attachments: [null, {}],
    date_published: [],
  };
  const item = itemOf({ ...odd, content_text: 'Text' });
  assert.equal(item.content, '7');
  assert.deepEqual(
    [item.guid, item.title, item.author, item.enclosure, item.publish_date],
    [null, '', '', null, null],
  );
  assert.equal(feedOf(JSON.stringify({ version, items: [null, 1, 'x', [], { id: 1 }] })).items.length, 1);
});

test('an expired feed is polled rarely', () => {
  assert.equal(feedOf(JSON.stringify({ version, expired: true, items: [] })).polling.least_minutes, 10_080);
  assert.equal(feedOf(JSON.stringify({ version, items: [] })).polling.least_minutes, null);
});

test('broken JSON is repaired where that is cheap', () => {
  const good = `{"version":"${version}","title":"T","items":[{"id":"1"},{"id":"2","title":"a, ] }"}]}`;
  for (const [broken, ids] of [
    [`\ufeff${good}`, '1,2'],
    [`${good}\n<!-- cached -->`, '1,2'],
    [`)]}'\n${good}`, '1,2'],
    [good.replace('a, ]', 'a,\n\t\u0001]'), '1,2'],
    [good.replace('}]}', '},]}'), '1,2'],
    [good.replace('}]}', ',}]}'), '1,2'],
    [good.slice(0, -12), '1'],
    [good.slice(0, -2), '1,2'],
  ] as const) {
    assert.equal(
      feedOf(broken)
        .items.map(({ id }) => id)
        .join(),
      ids,
      broken,
    );
  }
});

test('control characters and lone surrogates are removed', () => {
  const item = itemOf({ id: 'a\u0000b', title: 'x\u0000\ud800y', content_html: 'p\u0000q' });
  assert.deepEqual([item.id, item.content, item.title.isWellFormed()], ['ab', 'pq', true]);
});

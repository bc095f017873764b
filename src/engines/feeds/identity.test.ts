import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feedOf, rss } from '../../testing/samples/feeds.ts';

function idsOf(inside: string): string[] {
  return feedOf(rss(inside)).items.map(({ id, id_source }) => `${id_source} ${id.slice(0, 60)}`);
}

test('an item is identified by its guid, else its link, else its content', () => {
  const ids = idsOf(`<item><guid> Tag:1 </guid><link>https://example.org/1</link></item>
    <item><link>https://example.org/2</link></item><item><title>Three</title></item>`);
  assert.deepEqual(ids.slice(0, 2), ['guid Tag:1', 'link https://example.org/2']);
  assert.match(ids[2]!, /^hash sha256:[0-9a-f]{53}$/);
});

test('guids are compared letter by letter', () => {
  const guids = ['a', 'A', 'http://x/1', 'https://x/1', 'http://x/1/', 'a b', 'a%20b', '%7e', '~'];
  assert.deepEqual(
    idsOf(guids.map(guid => `<item><guid isPermaLink="false">${guid}</guid></item>`).join('')),
    guids.map(guid => `guid ${guid}`),
  );
});

test('a blank guid is ignored', () => {
  assert.deepEqual(idsOf('<item><guid>  </guid><link>https://example.org/1</link></item>'), [
    'link https://example.org/1',
  ]);
});

test('a repeated item is kept once, in its first place', () => {
  const item = '<item><guid>1</guid><link>https://example.org/1</link><title>First</title></item>';
  const feed = feedOf(rss(item + item.replace('First', 'Second')));
  assert.deepEqual(
    feed.items.map(({ title }) => title),
    ['First'],
  );
  assert.equal(feed.repairs.length, 1);
});

test('items that share a guid but have different links are all identified by their links', () => {
  const feed = feedOf(
    rss(`<item><guid isPermaLink="false">1</guid><link>https://example.org/1</link></item>
      <item><guid isPermaLink="false">1</guid><link>https://example.org/2</link></item>`),
  );
  assert.deepEqual(
    feed.items.map(({ id }) => id),
    ['https://example.org/1', 'https://example.org/2'],
  );
  assert.deepEqual(
    feed.items.map(({ guid }) => guid),
    ['1', '1'],
  );
  assert.match(feed.repairs.join(), /same guid/);
});

test('items that share a link and have no guid keep their ids when another is added before them', () => {
  const item = (title: string) => `<item><title>${title}</title><link>https://example.org/</link></item>`;
  const before = idsOf(item('a') + item('b'));
  assert.deepEqual(idsOf(item('new') + item('a') + item('b')).slice(1), before);
  assert.equal(new Set(before).size, 2);
});

test('the id of an item without guid or link depends only on its title, date and content', () => {
  const id = (inside: string) => idsOf(`<item>${inside}</item>`)[0];
  const item = '<title>T</title><description>D</description><pubDate>1 Jan 2004</pubDate>';
  assert.equal(id(`${item}<author>x</author>`), id(item));
  assert.notEqual(id(item.replace('T', 'U')), id(item));
  assert.notEqual(id(item.replace('D', 'E')), id(item));
  assert.notEqual(id(item.replace('2004', '2005')), id(item));
});

test('ids are bounded, and long guids still tell items apart', () => {
  const long = 'x'.repeat(5000);
  const items = feedOf(rss(`<item><guid>${long}1</guid></item><item><guid>${long}2</guid></item>`)).items;
  assert.equal(items.length, 2);
  for (const { id } of items) assert.ok(id.length <= 1024);
});

test('an empty item is left out', () => {
  assert.deepEqual(idsOf('<item/><item><pubDate>1 Jan 2004</pubDate></item><item><guid>1</guid></item>'), [
    'guid 1',
  ]);
});

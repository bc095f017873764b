import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, atom, feedOf, rss, rssItem, wellFormed } from '../../testing/samples/feeds.ts';
import type { FeedItem } from './feed.ts';
import { parseFeed } from './parse.ts';

function briefs(document: string): string[] {
  return feedOf(document).items.map(({ id, title }) => `${id} ${title}`.trim());
}

test('junk before the feed is ignored', () => {
  const feed = rss('<item><guid>1</guid></item>');
  for (const junk of [
    '\n\n  ',
    '\ufeff\ufeff',
    'junk',
    '<!-- made by hand -->',
    '<br />\n<b>Warning</b>: Undefined variable $x in <b>/srv/feed.php</b> on line <b>3</b><br />\n',
    '<br>\n<b>Warning</b>: x<br>\n',
    '<?php echo 1; ?>',
    'a & b < c ',
    '[error] no cache\n',
  ]) {
    assert.deepEqual(briefs(junk + feed), ['1'], junk);
  }
});

test('junk after the feed is ignored', () => {
  for (const junk of ['\n<!-- cached -->', '<script>alert(1)</script>', 'bye', '</rss>', '\0\0']) {
    assert.deepEqual(briefs(rss('<item><guid>1</guid></item>') + junk), ['1'], junk);
  }
});

test('a feed that stops in the middle keeps the items before that point', () => {
  const document = rss(
    '<item><guid>1</guid></item><item><guid>2</guid><link>https://example.org/2</link></item>',
  );
  const half = feedOf(document.slice(0, document.indexOf('https://example.org/2')));
  assert.deepEqual(
    half.items.map(({ id }) => id),
    ['1'],
  );
  assert.match(half.repairs.join(), /ends/);
});

test('an unclosed element ends where the next one begins', () => {
  for (const inside of [
    '<item><guid>1</guid><title>A<item><guid>2</guid><title>B</title></item>',
    '<item><guid>1<title>A</title></item><item><guid>2<title>B</item>',
    '<item><title>A<guid>1</item><item><title>B</titel><guid>2</guid></item>',
    '<item><guid>1</guid><title>A</title><b><i></item><item><guid>2</guid><title>B</title></item>',
    '<item><guid>1</guid><enclosure url="https://example.org/a"><title>A</title></item><item><guid>2</guid><title>B</title></item>',
    '<item></p><guid>1</guid></b><title>A</title></item></i><item><guid>2</guid><title>B</title></item>',
  ]) {
    assert.deepEqual(briefs(rss(inside)), ['1 A', '2 B'], inside);
  }
});

test('element names are read in any case', () => {
  const document =
    '<RSS VERSION="2.0"><Channel><TITLE>T</title><Item><GUID ISPERMALINK="FALSE">1</guid><Title>A</TITLE></ITEM></channel></rss>';
  assert.deepEqual(briefs(document), ['1 A']);
});

test('an unescaped < or & is read as a character', () => {
  for (const [written, title] of [
    ['a & b', 'a & b'],
    ['a && b &', 'a && b &'],
    ['a&b;c', 'a&b;c'],
    ['1 < 2', '1 < 2'],
    ['1<2', '1<2'],
    ['a<b', 'a<b'],
    ['I <3 you', 'I <3 you'],
    ['x<y and y<z', 'x<y and y<z'],
    ['<<<', '<<<'],
    ['a &nosuchname; b', 'a &nosuchname; b'],
    ['a &nbsp;&mdash;&hellip; b', 'a —… b'],
    ['a &#0;&#x1;&#xD800;&#x110000; b', 'a b'],
    ['a\u0001\u0008b', 'ab'],
  ] as const) {
    assert.equal(rssItem(`<title>${written}</title><guid>1</guid>`).title, title, written);
    assert.equal(rssItem(`<title>${written}</title><guid>1</guid>`).guid, '1', written);
  }
});

test('attributes are read without quotes, without values and when repeated', () => {
  const [item] = feedOf(
    rss(
      '<item checked><guid isPermaLink=false isPermaLink=true>https://example.org/1</guid><enclosure url=https://example.org/a.mp3 length=5 type=audio/mpeg ></item>',
    ),
  ).items;
  assert.equal(item?.url, null);
  assert.deepEqual(item?.enclosure, { url: 'https://example.org/a.mp3', type: 'audio/mpeg', length: 5 });
});

test('entities that the document declares are read, and external ones are not', () => {
  const declared = (entity: string) =>
    feedOf(`<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "A &#38; B"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">
      <!ENTITY % d "x"> ]><rss><channel><title>${entity}</title></channel></rss>`).title;
  assert.equal(declared('&a;'), 'A & B');
  assert.equal(declared('[&b;]'), '[&a;&a;]');
  assert.equal(declared('[&c;]'), '[&c;]');
});

test('each kind of repair is reported once', () => {
  const { repairs } = feedOf(
    rss('<item><title>a & b & c</title></item><item><title>d & e</item><item><title>f</item>'),
  );
  assert.equal(new Set(repairs).size, repairs.length);
  assert.equal(repairs.length, 2);
});

test('line endings do not change what is read', () => {
  const document = rss('<item><guid>1</guid><description>a\nb</description></item>');
  assert.deepEqual(feedOf(document.replaceAll('\n', '\r\n')).items, feedOf(document).items);
});

test('text about feeds inside an item is not read as an item', () => {
  const inside = '<content type="application/xml"><feed><entry><id>9</id></entry></feed></content>';
  assert.deepEqual(briefs(atom(`<entry><id>1</id>${inside}</entry><entry><id>2</id></entry>`)), ['1', '2']);
});

// Makes a random number generator that gives the same numbers in every run.
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return sides => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

function items(bytes: Uint8Array): FeedItem[] {
  const result = parseFeed(bytes, { url: address });
  return 'feed' in result ? result.feed.items : [];
}

test('a feed cut anywhere has its first items, complete, and nothing else', () => {
  for (const [name, document] of Object.entries(wellFormed)) {
    const bytes = new TextEncoder().encode(document);
    const whole = items(bytes);
    for (let length = 0; length < bytes.length; length += 1) {
      const some = items(bytes.subarray(0, length));
      assert.deepEqual(some, whole.slice(0, some.length), `${name} at ${length}`);
    }
  }
});

test('no damage makes the reader throw or repeats an id', () => {
  const roll = dice(1);
  const splinters = [
    '<',
    '>',
    '&',
    '"',
    "'",
    ']]>',
    '<![CDATA[',
    '<!--',
    '</',
    '/>',
    '\0',
    '\ufeff',
    '{',
    '\\',
    'é',
  ];
  for (const document of Object.values(wellFormed)) {
    for (let round = 0; round < 300; round += 1) {
      let text = document;
      for (let wounds = 1 + roll(4); wounds > 0; wounds -= 1) {
        const at = roll(text.length);
        text = text.slice(0, at) + splinters[roll(splinters.length)] + text.slice(at + roll(3) * roll(20));
      }
      const ids = items(Buffer.from(text, round % 2 ? 'utf8' : 'latin1')).map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length, text);
    }
  }
});

test('random bytes are refused and do nothing else', () => {
  const roll = dice(2);
  for (let round = 0; round < 300; round += 1) {
    const bytes = Uint8Array.from({ length: roll(200) }, () => roll(256));
    if (round % 3 === 0)
      bytes.set(
        [
          [0x1f, 0x8b],
          [0xff, 0xfe],
          [0x3c, 0x3f],
        ][roll(3)]!.slice(0, bytes.length),
      );
    assert.ok('fault' in parseFeed(bytes, { url: address }));
  }
});

test('no address or content type makes the reader throw', () => {
  const bytes = new TextEncoder().encode(
    rss('<item><link>a</link><description>&lt;a href="b"&gt;</description></item>'),
  );
  for (const odd of [
    '',
    ':',
    'http://',
    'about:blank',
    'data:text/plain,x',
    '\0',
    'charset=',
    ';charset=";;',
    '__proto__',
  ]) {
    const result = parseFeed(bytes, { url: odd, content_type: odd, content_location: odd });
    assert.ok('feed' in result && result.feed.items.length === 1, odd);
  }
});

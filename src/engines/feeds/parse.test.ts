import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atom, atomEntry, faultOf, feedOf, rss, rssItem } from '../../testing/samples/feeds.ts';

test('the document decides its format, not the server’s content type', () => {
  const rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
  for (const [document, format] of [
    [`<rdf:RDF ${rdf} xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel/></rdf:RDF>`, 'RSS 0.90'],
    ['<rss version="0.91"><channel/></rss>', 'RSS 0.91'],
    ['<rss version="0.92"><channel/></rss>', 'RSS 0.92'],
    ['<rss version="0.93"><channel/></rss>', 'RSS 0.92'],
    [`<rdf:RDF ${rdf} xmlns="http://purl.org/rss/1.0/"><channel/></rdf:RDF>`, 'RSS 1.0'],
    ['<rss version="2.0"><channel/></rss>', 'RSS 2.0'],
    ['<rss><channel/></rss>', 'RSS 2.0'],
    ['<rss version="2.0" xmlns="http://www.w3.org/2005/Atom"><channel/></rss>', 'RSS 2.0'],
    ['<channel/>', 'RSS 2.0'],
    ['<feed version="0.3" xmlns="http://purl.org/atom/ns#"/>', 'Atom 0.3'],
    ['<feed xmlns="http://www.w3.org/2005/Atom"/>', 'Atom 1.0'],
    ['<a:feed xmlns:a="http://www.w3.org/2005/Atom"/>', 'Atom 1.0'],
    ['<feed/>', 'Atom 1.0'],
    ['{"version":"https://jsonfeed.org/version/1","items":[]}', 'JSON Feed 1.0'],
    ['{"version":"https://jsonfeed.org/version/1.1","items":[]}', 'JSON Feed 1.1'],
    ['{"version":"https://jsonfeed.org/version/2","items":[]}', 'JSON Feed 1.1'],
  ] as const) {
    assert.equal(feedOf(document, { content_type: 'text/html' }).format, format, document);
  }
});

test('a document that is not a feed is described in words', () => {
  for (const [document, fault] of [
    ['', 'an empty document'],
    [' \n\ufeff', 'an empty document'],
    ['<!DOCTYPE html><p>Hello', 'an HTML page, not a feed'],
    ['<html><body><pre><rss><channel/></rss></pre></body></html>', 'an HTML page, not a feed'],
    [
      '<?xml version="1.0"?><!-- x --><html xmlns="http://www.w3.org/1999/xhtml"/>',
      'an HTML page, not a feed',
    ],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'XML that is not a feed (root element <svg>)'],
    ['<opml version="2.0"/>', 'XML that is not a feed (root element <opml>)'],
    ['Not found', 'something that is neither XML nor JSON, so not a feed'],
    ['{"error":"not found"}', 'JSON that is not a feed'],
    ['{"items":[{"id":1}]}', 'JSON that is not a feed'],
    ['[]', 'JSON that is not a feed'],
    ['{"items', 'JSON that is broken beyond repair'],
  ] as const) {
    assert.equal(faultOf(document), fault, document);
  }
});

test('every field of an RSS item is read', () => {
  const item =
    rssItem(`<title>Hello</title><link>https://example.org/1</link><guid isPermaLink="false">g1</guid>
    <pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate><author>jane@example.org (Jane Doe)</author>
    <description>Short</description><content:encoded><![CDATA[<p>Long</p>]]></content:encoded>
    <enclosure url="https://example.org/1.mp3" length="42" type="audio/mpeg"/>
    <media:thumbnail url="s.jpg" width="80"/><media:thumbnail url="l.jpg" width="800"/>
    <category>Sea &amp; land</category><category>sea &amp; Land</category><dc:subject>Knots</dc:subject>`);
  assert.deepEqual(item, {
    guid: 'g1',
    id: 'g1',
    id_source: 'guid',
    url: 'https://example.org/1',
    title: 'Hello',
    description: 'Short',
    content: '<p>Long</p>',
    publish_date: '2004-01-01T19:48:21.000Z',
    author: 'Jane Doe',
    enclosure: { url: 'https://example.org/1.mp3', type: 'audio/mpeg', length: 42 },
    image: 'https://example.org/blog/l.jpg',
    categories: ['Sea & land', 'Knots'],
  });
});

test('every field of an Atom entry is read', () => {
  const entry = atomEntry(`<title>Hello</title><link href="https://example.org/1"/>
    <link rel="enclosure" href="1.mp3" length="42" type="audio/mpeg"/>
    <published>2004-01-01T19:48:21+01:00</published><updated>2004-02-01T00:00:00Z</updated>
    <link rel="enclosure" href="1.png" type="image/png"/><category term="knots" label="Knots"/><category term="sea"/>
    <author><name>Jane Doe</name><email>jane@example.org</email></author><author><name>John</name></author>
    <summary>Short &lt;</summary><content type="html">&lt;p&gt;Long&lt;/p&gt;</content>`);
  assert.deepEqual(entry, {
    guid: 'urn:1',
    id: 'urn:1',
    id_source: 'guid',
    url: 'https://example.org/1',
    title: 'Hello',
    description: 'Short &lt;',
    content: '<p>Long</p>',
    publish_date: '2004-01-01T18:48:21.000Z',
    author: 'Jane Doe, John',
    enclosure: { url: 'https://example.org/blog/1.mp3', type: 'audio/mpeg', length: 42 },
    image: 'https://example.org/blog/1.png',
    categories: ['Knots', 'sea'],
  });
});

test('a well-formed feed has no repairs', () => {
  assert.deepEqual(feedOf(rss('<item><guid>1</guid></item>')).repairs, []);
  assert.deepEqual(feedOf(atom('<entry><id>1</id></entry>')).repairs, []);
});

test('RSS 1.0 items next to the channel are identified by their addresses', () => {
  const feed =
    feedOf(`<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
    xmlns:d="http://purl.org/dc/elements/1.1/"><channel r:about="x"><title>T</title><link>https://example.org/</link></channel>
    <item r:about="https://example.org/1"><title>A</title><d:date>2004-01-01</d:date><d:creator>Jane</d:creator></item></r:RDF>`);
  assert.equal(feed.title, 'T');
  const [item] = feed.items;
  assert.equal(item?.guid, 'https://example.org/1');
  assert.equal(item?.url, 'https://example.org/1');
  assert.equal(item?.author, 'Jane');
  assert.equal(item?.publish_date, '2004-01-01T00:00:00.000Z');
});

test('items are read in the channel, next to it and without a root', () => {
  const item = (guid: string) => `<item><guid>${guid}</guid></item>`;
  for (const document of [
    `<rss><channel>${item('1')}</channel>${item('2')}</rss>`,
    `<rss>${item('1')}${item('2')}</rss>`,
    `<channel>${item('1')}</channel>${item('2')}`,
    `<rss><channel>${item('1')}</channel></rss><rss><channel>${item('2')}</channel></rss>`,
  ]) {
    assert.deepEqual(
      feedOf(document).items.map(({ id }) => id),
      ['1', '2'],
      document,
    );
  }
});

test('a title is plain text on one line', () => {
  for (const [written, title] of [
    ['Hello', 'Hello'],
    ['  Hello\n   world\t', 'Hello world'],
    ['AT&amp;T', 'AT&T'],
    ['AT&amp;amp;T', 'AT&T'],
    ['<![CDATA[AT&T]]>', 'AT&T'],
    ['<![CDATA[AT&amp;T]]>', 'AT&T'],
    ['1 &lt; 2', '1 < 2'],
    ['1 &lt; 2 &gt; 0', '1 < 2 > 0'],
    ['a &lt;b', 'a <b'],
    ['Vec&lt;T&gt; in Rust', 'Vec<T> in Rust'],
    ['&lt;em&gt;Hello&lt;/em&gt; world', 'Hello world'],
    ['<![CDATA[<a href="x">Hello</a><br/>world]]>', 'Hello world'],
    ['<em>Hello</em> world', 'Hello world'],
    ['&amp;lt;em&amp;gt; tag', '<em> tag'],
    ['It&#8217;s &#146;quoted&#146;', 'It’s ’quoted’'],
    ['caf&eacute;&nbsp;1', 'café 1'],
    ['x &copy 2004', 'x &copy 2004'],
    ['a\u202eb\u2066c\u200bd', 'abcd'],
    ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
    ['', ''],
  ] as const) {
    assert.equal(rssItem(`<guid>1</guid><title>${written}</title>`).title, title, written);
  }
});

test('an Atom title is read as its type says, and never decoded twice', () => {
  for (const [element, title] of [
    ['<title>1 &lt; 2</title>', '1 < 2'],
    ['<title>&lt;b&gt;</title>', '<b>'],
    ['<title type="text">AT&amp;amp;T</title>', 'AT&amp;T'],
    ['<title type="html">AT&amp;amp;T</title>', 'AT&T'],
    ['<title type="html">&lt;b&gt;Bold&lt;/b&gt; &amp;lt;i&gt;</title>', 'Bold <i>'],
    ['<title type="HTML"><![CDATA[<b>Bold</b>]]></title>', 'Bold'],
    [
      '<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <b>b</b> &amp; &lt;c&gt;</div></title>',
      'A b & <c>',
    ],
  ] as const) {
    assert.equal(atomEntry(element).title, title, element);
  }
});

test('a title is bounded, and no character is cut in half', () => {
  const { title } = rssItem(`<title>x${'🎉'.repeat(5000)}</title>`);
  assert.ok(title.length <= 1000 && title.isWellFormed());
});

test('the full text is preferred to the summary', () => {
  for (const [inside, description, content] of [
    ['<description>D</description><content:encoded>C</content:encoded>', 'D', 'C'],
    ['<content:encoded>C</content:encoded>', '', 'C'],
    ['<description>D</description><content:encoded> </content:encoded>', 'D', 'D'],
    [
      '<description>D</description><body xmlns="http://www.w3.org/1999/xhtml"><p>B</p></body>',
      'D',
      '<p>B</p>',
    ],
    ['<itunes:summary>S</itunes:summary>', 'S', 'S'],
    ['<description/><itunes:summary>S</itunes:summary>', 'S', 'S'],
    [
      '<media:group><media:description>a &lt; b\nc</media:description></media:group>',
      'a &lt; b<br>\nc',
      'a &lt; b<br>\nc',
    ],
    ['<atom:content type="html">&lt;p&gt;A&lt;/p&gt;</atom:content>', '', '<p>A</p>'],
  ] as const) {
    const item = rssItem(`<guid>1</guid>${inside}`);
    assert.deepEqual([item.description, item.content], [description, content], inside);
  }
});

test('RSS markup is read whether escaped or not', () => {
  for (const [written, content] of [
    ['&lt;p&gt;a &amp;amp; b&lt;/p&gt;', '<p>a &amp; b</p>'],
    ['<![CDATA[<p>a &amp; b</p>]]>', '<p>a &amp; b</p>'],
    ['<p>a <b>b</b><br>c</p>', '<p>a <b>b</b><br>c</p>'],
    ['<p>a<br/>b</p>', '<p>a<br>b</p>'],
    ['a<![CDATA[<b>]]>c&lt;/b>', 'a<b>c</b>'],
    ['&lt;![CDATA[<p>x</p>]]&gt;', '<p>x</p>'],
    ['<![CDATA[<p><![CDATA[x]]></p>]]>', '<p>x</p>'],
    [
      '<img src="https://example.org/a.png" alt="&quot;a&quot;">',
      '<img src="https://example.org/a.png" alt="&quot;a&quot;">',
    ],
    ['1 &lt; 2', '1 < 2'],
  ] as const) {
    assert.equal(rssItem(`<guid>1</guid><description>${written}</description>`).content, content, written);
  }
});

test('Atom content is read as its type says', () => {
  const xhtml = 'xmlns="http://www.w3.org/1999/xhtml"';
  for (const [element, content] of [
    ['<content>1 &lt; 2 &amp; 3</content>', '1 &lt; 2 &amp; 3'],
    ['<content type="text">&lt;p&gt;</content>', '&lt;p&gt;'],
    ['<content type="html">&lt;p&gt;a &amp;amp; b&lt;/p&gt;</content>', '<p>a &amp; b</p>'],
    ['<content type="text/html">&lt;p&gt;a&lt;/p&gt;</content>', '<p>a</p>'],
    [
      `<content type="xhtml"><div ${xhtml}><p>a &amp; b<br/><i>c</i></p></div></content>`,
      '<p>a &amp; b<br><i>c</i></p>',
    ],
    [
      '<content type="xhtml"><h:div xmlns:h="http://www.w3.org/1999/xhtml"><h:p>a</h:p></h:div></content>',
      '<p>a</p>',
    ],
    ['<content type="xhtml"><xhtml:div><xhtml:p>a</xhtml:p></xhtml:div></content>', '<p>a</p>'],
    [`<content type="xhtml"><div ${xhtml}>a <i>b</i></div></content>`, 'a <i>b</i>'],
    [`<content type="xhtml"><p ${xhtml}>a</p><p ${xhtml}>b</p></content>`, '<p>a</p><p>b</p>'],
    ['<content type="image/png">iVBORw0KGgo=</content><summary>S</summary>', 'S'],
    ['<content src="https://example.org/1.mp4" type="video/mp4"/><summary type="html">S</summary>', 'S'],
    ['<summary>S</summary>', 'S'],
    ['<content type="html" mode="base64">PHA+YSAmYW1wOyBiPC9wPg==</content>', '<p>a &amp; b</p>'],
    ['<content mode="escaped">&lt;p&gt;a&lt;/p&gt;</content>', '<p>a</p>'],
    ['<content type="text/plain" mode="escaped">&lt;p&gt;</content>', '&lt;p&gt;'],
    [`<content type="application/xhtml+xml" mode="xml"><p ${xhtml}>a</p></content>`, '<p>a</p>'],
  ] as const) {
    assert.equal(atomEntry(element).content, content, element);
  }
});

test('relative addresses resolve against the nearest xml:base', () => {
  const feed =
    feedOf(`<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://base.example/a/"><link href="."/>
    <entry xml:base="b/"><id>1</id><link href="c"/><content type="html" xml:base="d/">&lt;img src="e"&gt;</content>
    <summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><a href="f" xml:base="/g/">x</a><a href="h">y</a></div></summary>
    </entry></feed>`);
  const [entry] = feed.items;
  assert.equal(feed.url, 'https://base.example/a/');
  assert.equal(entry?.url, 'https://base.example/a/b/c');
  assert.equal(entry?.content, '<img src="https://base.example/a/b/d/e">');
  assert.equal(
    entry?.description,
    '<a href="https://base.example/g/f">x</a><a href="https://base.example/a/b/h">y</a>',
  );
});

test('an item’s link is the best one that it offers', () => {
  for (const [inside, url] of [
    ['<link>https://example.org/1</link>', 'https://example.org/1'],
    ['<link>\n https://example.org/1 \n</link>', 'https://example.org/1'],
    ['<link>/1?a=1&amp;b=2</link>', 'https://example.org/1?a=1&b=2'],
    ['<link>//cdn.example/1</link>', 'https://cdn.example/1'],
    ['<link>www.example.net/1</link>', 'https://www.example.net/1'],
    ['<link>https://example.org/ä b</link>', 'https://example.org/%C3%A4%20b'],
    ['<link/><link>https://example.org/2</link>', 'https://example.org/2'],
    ['<link href="https://example.org/3"/>', 'https://example.org/3'],
    ['<atom:link rel="self" href="/no"/><atom:link href="/4"/>', 'https://example.org/4'],
    ['<guid>https://example.org/5</guid>', 'https://example.org/5'],
    ['<guid isPermaLink="false">https://example.org/5</guid>', null],
    ['<guid>12</guid>', null],
    ['<guid isPermaLink="true">6</guid>', 'https://example.org/blog/6'],
    [
      '<link>https://p.example/x</link><feedburner:origLink>https://example.org/7</feedburner:origLink>',
      'https://example.org/7',
    ],
    ['<link>javascript:alert(1)</link><guid>1</guid>', null],
    ['<link>mailto:jane@example.org</link><guid>1</guid>', null],
    ['<link>https://</link><guid>1</guid>', null],
    ['<link>javascript:alert(1)</link><guid>https://example.org/8</guid>', 'https://example.org/8'],
  ] as const) {
    assert.equal(rssItem(`<title>T</title>${inside}`).url, url, inside);
  }
});

test('an Atom entry’s link is the alternate page', () => {
  for (const [links, url] of [
    ['<link rel="self" href="/s"/><link rel="alternate" href="/a"/>', 'https://example.org/a'],
    ['<link href="/a"/><link rel="replies" href="/r"/>', 'https://example.org/a'],
    [
      '<link rel="alternate" type="application/json" href="/j"/><link rel="alternate" type="text/html" href="/h"/>',
      'https://example.org/h',
    ],
    ['<link type="application/pdf" href="/p"/><link href="/a"/>', 'https://example.org/a'],
    ['<link rel="ALTERNATE" href="/a"/>', 'https://example.org/a'],
    ['<link rel="http://www.iana.org/assignments/relation/alternate" href="/a"/>', 'https://example.org/a'],
    ['<link>https://example.org/a</link>', 'https://example.org/a'],
    ['<link rel="enclosure" href="/e"/><link rel="self" href="/s"/>', null],
    ['<link rel="alternate" href="/a"/><link rel="alternate" href="/b"/>', 'https://example.org/b'],
    [
      '<link type="text/html" href="/a"/><link type="text/html" href="/b"/><link href="/c"/>',
      'https://example.org/b',
    ],
    [
      '<link href="/a"/><link rel="alternate" type="application/json" href="nostr:x"/>',
      'https://example.org/a',
    ],
    ['<content src="/whole.html" type="text/html"/>', 'https://example.org/whole.html'],
    ['<content src="/whole.html"/><link href="/a"/>', 'https://example.org/a'],
  ] as const) {
    assert.equal(atomEntry(links).url, url, links);
  }
});

test('an item’s HTML is found in whatever element contains it, whether escaped once or not at all', () => {
  const html = '<p>A &amp; <b>b</b></p>';
  const escaped = html.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const ns = 'xmlns="http://www.w3.org/1999/xhtml"';
  const rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
  for (const inside of [
    `<body ${ns}>${html}</body>`,
    `<body ${ns}><div>${html}</div></body>`,
    `<xhtml:body xmlns:xhtml="http://www.w3.org/1999/xhtml">${escaped}</xhtml:body>`,
    `<xhtml:body><![CDATA[${html}]]></xhtml:body>`,
    `<body>${html}</body>`,
    `<fullitem>${escaped}</fullitem>`,
    `<fullitem><![CDATA[${html}]]></fullitem>`,
    `<description>${escaped}</description>`,
    `<content:items ${rdf}><rdf:Bag><rdf:li><content:item><content:format rdf:resource="http://www.w3.org/1999/xhtml"/>
      <rdf:value><![CDATA[${html}]]></rdf:value></content:item></rdf:li></rdf:Bag></content:items>`,
  ]) {
    assert.equal(rssItem(`<guid>1</guid>${inside}`).content, html, inside);
  }
  assert.equal(
    rssItem(`<guid>1</guid><description>Short</description><body>${html}</body>`).description,
    'Short',
  );
  for (const inside of [
    `<content type="xhtml"><div ${ns}>${html}</div></content>`,
    `<content type="xhtml">${escaped}</content>`,
    `<content type="xhtml"><div ${ns}>${escaped}</div></content>`,
    `<content type="html">${escaped}</content>`,
    `<xhtml:body xmlns:xhtml="http://www.w3.org/1999/xhtml">${html}</xhtml:body>`,
  ]) {
    assert.equal(atomEntry(inside).content, html, inside);
  }
  assert.equal(
    atomEntry(`<content type="xhtml"><div ${ns}>1 &lt; 2 &gt; 0</div></content>`).content,
    '1 &lt; 2 &gt; 0',
  );
  assert.equal(
    atomEntry(`<content type="xhtml"><div ${ns}>The &lt;blink&gt; tag</div></content>`).content,
    'The &lt;blink&gt; tag',
  );
});

test('content of Atom 0.3 is read in every mode', () => {
  const html = '<p>A &amp; b</p>';
  const base64 = Buffer.from(html).toString('base64');
  const old = (inside: string) =>
    feedOf(`<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><id>1</id>${inside}</entry></feed>`)
      .items[0]!;
  for (const [inside, content] of [
    [`<content mode="base64">${base64}</content>`, html],
    [`<content mode="base64">\n  ${base64.slice(0, 8)}\n  ${base64.slice(8)}\n</content>`, html],
    [`<content mode="base64" type="text/html">${base64}</content>`, html],
    [`<content mode="base64" type="application/xhtml+xml">${base64}</content>`, html],
    [`<content mode="base64" type="text/plain">${base64}</content>`, '&lt;p&gt;A &amp;amp; b&lt;/p&gt;'],
    [`<content mode="base64">${Buffer.from('1 < 2').toString('base64')}</content>`, '1 &lt; 2'],
    [`<content mode="base64">${Buffer.from([0, 159, 146, 150]).toString('base64')}</content>`, ''],
    [`<summary mode="base64">${base64}</summary>`, html],
    ['<content mode="escaped">&lt;p>A &amp;amp; b&lt;/p></content>', html],
    ['<content mode="escaped" type="text/html">&lt;p>A &amp;amp; b&lt;/p></content>', html],
    ['<content mode="escaped" type="text/xml">&lt;p>A &amp;amp; b&lt;/p></content>', html],
    [`<content mode="xml" type="application/xhtml+xml">${html}</content>`, html],
    [`<content mode="xml" type="text/xml">${html}</content>`, html],
    [`<content>${html}</content>`, html],
  ] as const) {
    assert.equal(old(inside).content, content, inside);
  }
  assert.equal(
    old(`<title mode="base64">${Buffer.from('<b>Old</b> gold').toString('base64')}</title>`).title,
    'Old gold',
  );
});

test('a picture that is only in the content is the item’s picture', () => {
  for (const [html, image] of [
    ['<p>Hi</p><img src="/a.jpg">', 'https://example.org/a.jpg'],
    ['<IMG alt=x SRC=/a.jpg>', 'https://example.org/a.jpg'],
    ["<img alt='a > b' src='a.jpg?x=1&amp;y=2'>", 'https://example.org/blog/a.jpg?x=1&y=2'],
    ['<img src="/dot.gif" width="1" height="1"><img src="/a.jpg">', 'https://example.org/a.jpg'],
    ['<img src="data:image/gif;base64,R0lGOD" data-src="/late.jpg">', 'https://example.org/late.jpg'],
    ['<img src="cid:1"><p>No picture</p>', null],
    ['&lt;img src="/a.jpg"&gt;', null],
  ] as const) {
    const cdata = `<![CDATA[${html}]]>`;
    assert.equal(rssItem(`<guid>1</guid><content:encoded>${cdata}</content:encoded>`).image, image, html);
    assert.equal(rssItem(`<guid>1</guid><description>${cdata}</description>`).image, image, html);
    assert.equal(atomEntry(`<content type="html">${cdata}</content>`).image, image, html);
  }
  const named =
    '<media:content medium="image" url="/named.jpg"/><description>&lt;img src="/a.jpg"></description>';
  assert.equal(rssItem(`<guid>1</guid>${named}`).image, 'https://example.org/named.jpg');
});

test('a podcast’s author is the author of an episode that names nobody', () => {
  const feed = feedOf(
    rss(`<itunes:author>The Hosts</itunes:author><item><guid>1</guid></item>
      <item><guid>2</guid><itunes:author>A Guest</itunes:author></item>
      <item><guid>3</guid><author>only@example.org</author><itunes:author>Jane</itunes:author></item>`),
  );
  assert.deepEqual(
    feed.items.map(({ author }) => author),
    ['The Hosts', 'A Guest', 'Jane'],
  );
});

test('an item’s date is the first one that can be read', () => {
  for (const [inside, date] of [
    ['<dc:date>2002-01-01</dc:date><pubDate>1 Jan 2001</pubDate>', '2001'],
    ['<pubDate>soon</pubDate><dc:date>2002-01-01</dc:date>', '2002'],
    ['<dcterms:modified>2004-01-01</dcterms:modified><dcterms:created>2003-01-01</dcterms:created>', '2003'],
    [
      '<atom:updated>2005-01-01T00:00:00Z</atom:updated><atom:published>2004-01-01T00:00:00Z</atom:published>',
      '2004',
    ],
    ['<dcterms:modified>2004-01-01</dcterms:modified>', '2004'],
    ['<PUBDATE>1 Jan 2006</PUBDATE>', '2006'],
    ['', null],
  ] as const) {
    assert.equal(rssItem(`<guid>1</guid>${inside}`).publish_date?.slice(0, 4) ?? null, date, inside);
  }
  const old = atomEntry('<modified>2005-01-01</modified><issued>2004-01-01T10:00:00</issued>');
  assert.equal(old.publish_date, '2004-01-01T10:00:00.000Z');
  assert.equal(atomEntry('<updated>2004-01-01T10:00:00Z</updated>').publish_date, '2004-01-01T10:00:00.000Z');
});

test('an author is read as a name', () => {
  for (const [inside, author] of [
    ['<author>jane@example.org (Jane Doe)</author>', 'Jane Doe'],
    ['<author>Jane Doe &lt;jane@example.org&gt;</author>', 'Jane Doe'],
    ['<author>"Jane Doe" &lt;jane@example.org&gt;</author>', 'Jane Doe'],
    ['<author>Jane Doe (jane@example.org)</author>', 'Jane Doe'],
    ['<author>Jane Doe (the younger)</author>', 'Jane Doe (the younger)'],
    ['<author>jane@example.org</author>', 'jane@example.org'],
    ['<author>jane@example.org</author><dc:creator>Jane Doe</dc:creator>', 'Jane Doe'],
    ['<dc:creator><![CDATA[Jane &amp; John]]></dc:creator>', 'Jane & John'],
    ['<dc:creator>Jane</dc:creator><dc:creator>John</dc:creator><dc:creator>Jane</dc:creator>', 'Jane, John'],
    [
      '<dc:creator>&lt;a href="x"&gt;Jane&lt;/a&gt;, &lt;a href="y"&gt;John&lt;/a&gt;</dc:creator>',
      'Jane, John',
    ],
    ['<itunes:author>The Hosts</itunes:author>', 'The Hosts'],
    ['<atom:author><atom:name>Jane</atom:name></atom:author>', 'Jane'],
    ['<author><name>Jane</name><email>j@example.org</email></author>', 'Jane'],
    ['', ''],
  ] as const) {
    assert.equal(rssItem(`<guid>1</guid>${inside}`).author, author, inside);
  }
});

test('an entry without an author takes its source’s, or else the feed’s', () => {
  const feed = feedOf(
    atom(`<author><name>Feed</name></author><entry><id>1</id></entry>
      <entry><id>2</id><source><author><name>Source</name></author></source></entry>
      <entry><id>3</id><author><name>Own</name></author></entry>`),
  );
  assert.deepEqual(
    feed.items.map(({ author }) => author),
    ['Feed', 'Source', 'Own'],
  );
});

test('an item’s file is the first one that it offers', () => {
  const url = 'https://example.org/f.mp3';
  for (const [inside, enclosure] of [
    [`<enclosure url="${url}" length="7" type="Audio/MPEG"/>`, { url, type: 'audio/mpeg', length: 7 }],
    [`<enclosure url="${url}" length="0"/>`, { url, type: 'audio/mpeg', length: null }],
    [`<enclosure url="${url}" length="-5"/>`, { url, type: 'audio/mpeg', length: null }],
    [`<enclosure url="ftp://x/y"/><enclosure url="${url}"/>`, { url, type: 'audio/mpeg', length: null }],
    ['<enclosure url="/f?x=.mp3"/>', { url: 'https://example.org/f?x=.mp3', type: '', length: null }],
    [
      `<media:content url="/a.jpg" medium="image"/><media:content url="${url}" type="audio/mpeg" fileSize="9"/>`,
      { url, type: 'audio/mpeg', length: 9 },
    ],
    [`<media:group><media:content url="${url}"/></media:group>`, { url, type: 'audio/mpeg', length: null }],
    [
      '<media:thumbnail url="/t.jpg"/>',
      { url: 'https://example.org/t.jpg', type: 'image/jpeg', length: null },
    ],
    ['<enclosure/>', null],
    ['', null],
  ] as const) {
    assert.deepEqual(rssItem(`<guid>1</guid>${inside}`).enclosure, enclosure, inside);
  }
});

test('namespaces are recognised by their address, whatever the prefix', () => {
  const feed =
    feedOf(`<rss version="2.0" xmlns:c="http://purl.org/rss/1.0/modules/content/" xmlns:x="HTTPS://purl.org/dc/elements/1.1"
    xmlns:dc="http://other.example/ns"><channel><item><guid>1</guid><c:encoded>C</c:encoded><x:creator>Jane</x:creator>
    <dc:date>2004-01-01</dc:date></item></channel></rss>`);
  const [item] = feed.items;
  assert.deepEqual([item?.content, item?.author, item?.publish_date], ['C', 'Jane', null]);
});

test('a well-known prefix needs no declaration', () => {
  const feed =
    feedOf(`<rss><channel><item><guid>1</guid><content:encoded>C</content:encoded><dc:creator>J</dc:creator>
    <media:thumbnail url="/t.png"/></item></channel></rss>`);
  const [item] = feed.items;
  assert.deepEqual([item?.content, item?.author, item?.enclosure?.type], ['C', 'J', 'image/png']);
  assert.match(feed.repairs.join(), /prefixes/);
});

test('the polling interval is the longest that the feed asks for', () => {
  for (const [inside, minutes] of [
    ['<ttl>60</ttl>', 60],
    ['<ttl>0</ttl>', null],
    ['<ttl>soon</ttl>', null],
    ['<sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency>', 360],
    ['<sy:updatePeriod>hourly</sy:updatePeriod>', 60],
    ['<sy:updateFrequency>2</sy:updateFrequency>', 720],
    ['<ttl>15</ttl><sy:updatePeriod>hourly</sy:updatePeriod>', 60],
    ['<ttl>999999999</ttl>', 525_600],
    ['', null],
  ] as const) {
    assert.equal(feedOf(rss(inside)).polling.least_minutes, minutes, inside);
  }
  const { polling } = feedOf(
    rss(`<skipHours><hour>3</hour><hour>24</hour><hour>x</hour><hour>99</hour></skipHours>
      <skipDays><day>Sunday</day><day>saturday</day><day>Someday</day></skipDays>`),
  );
  assert.deepEqual(polling, { least_minutes: null, skip_hours: [0, 3], skip_days: ['saturday', 'sunday'] });
});

test('at most 10,000 items are read', () => {
  const items = Array.from({ length: 10_001 }, (_, at) => `<item><guid>${at}</guid></item>`);
  const feed = feedOf(rss(items.join('')));
  assert.equal(feed.items.length, 10_000);
  assert.match(feed.repairs.join(), /10,000/);
});

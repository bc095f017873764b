import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feedOf } from '../../testing/samples/feeds.ts';

// Feeds in the form that well-known services produce.

test('a video has its page, its description and its file', () => {
  const feed = feedOf(`<?xml version="1.0" encoding="UTF-8"?>
    <feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
    <link rel="self" href="http://video.example/feed?channel=1"/><title>Channel</title>
    <link rel="alternate" href="https://video.example/channel/1"/><author><name>Channel</name></author>
    <entry><id>yt:video:abc</id><yt:videoId>abc</yt:videoId><title>Film &amp; talk</title>
    <link rel="alternate" href="https://video.example/watch?v=abc"/><published>2024-01-01T10:00:00+00:00</published>
    <updated>2024-02-01T10:00:00+00:00</updated><media:group><media:title>Film</media:title>
    <media:content url="https://video.example/v/abc" type="application/x-shockwave-flash" width="640"/>
    <media:thumbnail url="https://img.example/abc.jpg"/><media:description>First line
Second &lt;line&gt;</media:description></media:group></entry></feed>`);
  assert.deepEqual(feed.items, [
    {
      guid: 'yt:video:abc',
      id: 'yt:video:abc',
      id_source: 'guid',
      url: 'https://video.example/watch?v=abc',
      title: 'Film & talk',
      description: 'First line<br>\nSecond &lt;line&gt;',
      content: 'First line<br>\nSecond &lt;line&gt;',
      publish_date: '2024-01-01T10:00:00.000Z',
      author: 'Channel',
      enclosure: { url: 'https://video.example/v/abc', type: 'application/x-shockwave-flash', length: null },
      image: 'https://img.example/abc.jpg',
      categories: [],
    },
  ]);
  assert.deepEqual(
    [feed.title, feed.url, feed.repairs.length],
    ['Channel', 'https://video.example/channel/1', 0],
  );
});

test('a social network post has no title, and its picture is its file', () => {
  const [note] =
    feedOf(`<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:webfeeds="http://webfeeds.org/rss/1.0"
    xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Jane</title><link>https://social.example/@jane</link>
    <item><guid isPermaLink="true">https://social.example/@jane/1</guid><link>https://social.example/@jane/1</link>
    <pubDate>Mon, 01 Jan 2024 10:00:00 +0000</pubDate><description>&lt;p&gt;Hello &lt;a href="https://x.example"&gt;x&lt;/a&gt;&lt;/p&gt;</description>
    <media:content url="https://files.example/a.png" type="image/png" fileSize="100" medium="image">
    <media:rating scheme="urn:simple">nonadult</media:rating><media:description type="plain">A cat</media:description></media:content>
    </item></channel></rss>`).items;
  assert.equal(note?.title, '');
  assert.equal(note?.content, '<p>Hello <a href="https://x.example">x</a></p>');
  assert.deepEqual(note?.enclosure, { url: 'https://files.example/a.png', type: 'image/png', length: 100 });
});

test('the title of an author’s picture is not taken for the title of an untitled post', () => {
  const [post] = feedOf(`<rss xmlns:media="http://search.yahoo.com/mrss/"><channel><item><guid>1</guid>
    <media:content url="https://img.example/jane.png" medium="image"><media:title type="html">jane</media:title></media:content>
    </item></channel></rss>`).items;
  assert.equal(post?.title, '');
});

test('the page of an old blog post is found among its many links', () => {
  const [post] =
    feedOf(`<?xml version='1.0' encoding='UTF-8'?><?xml-stylesheet href="http://blog.example/styles/atom.css" type="text/css"?>
    <feed xmlns='http://www.w3.org/2005/Atom' xmlns:thr='http://purl.org/syndication/thread/1.0' xmlns:gd='http://schemas.google.com/g/2005'
    gd:etag='W/"x"'><id>tag:blog.example,1999:blog-1</id><updated>2024-01-02T00:00:00.000-08:00</updated><title type='text'>Blog</title>
    <entry gd:etag='W/"y"'><id>tag:blog.example,1999:blog-1.post-2</id><published>2024-01-01T20:00:00.000-08:00</published>
    <updated>2024-01-02T00:00:00.001-08:00</updated><category scheme='http://www.blogger.com/atom/ns#' term='x'/>
    <title type='text'>Post &lt;3</title><content type='html'>&lt;div&gt;Text&lt;/div&gt;</content>
    <link rel='replies' type='application/atom+xml' href='http://blog.example/feeds/2/comments/default'/>
    <link rel='replies' type='text/html' href='http://blog.example/2.html#comment-form'/>
    <link rel='edit' href='http://blog.example/feeds/2'/><link rel='self' href='http://blog.example/feeds/2'/>
    <link rel='alternate' type='text/html' href='http://blog.example/2.html' title='Post'/>
    <author><name>Jane</name><uri>http://blog.example/jane</uri><email>noreply@blog.example</email></author>
    <thr:total>0</thr:total></entry></feed>`).items;
  assert.deepEqual(
    [post?.url, post?.title, post?.author, post?.publish_date],
    ['http://blog.example/2.html', 'Post <3', 'Jane', '2024-01-02T04:00:00.000Z'],
  );
});

test('a feed from a feed proxy links to the original pages', () => {
  const [post] =
    feedOf(`<rss version="2.0" xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"><channel>
    <item><title>A</title><link>http://feeds.example/~r/x/~3/1/</link><guid isPermaLink="false">http://site.example/?p=1</guid>
    <feedburner:origLink>http://site.example/a/</feedburner:origLink></item></channel></rss>`).items;
  assert.deepEqual([post?.id, post?.url], ['http://site.example/?p=1', 'http://site.example/a/']);
});

test('an Atom 0.3 feed from 2004 is read', () => {
  const feed =
    feedOf(`<?xml version="1.0" encoding="iso-8859-1"?><feed version="0.3" xmlns="http://purl.org/atom/ns#" xml:lang="en">
    <title mode="escaped">Old &amp;amp; gold</title><link rel="alternate" type="text/html" href="http://old.example/"/>
    <tagline>x</tagline><modified>2004-01-02T00:00:00Z</modified><entry><title>One</title>
    <link rel="alternate" type="text/html" href="http://old.example/1"/><link rel="service.edit" href="http://old.example/edit/1"/>
    <id>tag:old.example,2004:1</id><issued>2004-01-01T12:00:00+01:00</issued><modified>2004-01-02T00:00:00Z</modified>
    <author><name>Jane</name></author><content type="text/html" mode="escaped" xml:base="http://old.example/a/"><![CDATA[<p><a href="b">x</a></p>]]></content>
    </entry></feed>`);
  const [entry] = feed.items;
  assert.deepEqual([feed.format, feed.title, feed.url], ['Atom 0.3', 'Old & gold', 'http://old.example/']);
  assert.equal(entry?.content, '<p><a href="http://old.example/a/b">x</a></p>');
  assert.equal(entry?.publish_date, '2004-01-01T11:00:00.000Z');
});

test('an RSS 0.91 feed with the entities of its document type needs no repairs', () => {
  const feed =
    feedOf(`<?xml version="1.0" encoding="ISO-8859-1"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN"
    "http://my.netscape.com/publish/formats/rss-0.91.dtd"><rss version="0.91"><channel><title>Caf&eacute;</title>
    <image><title>Logo</title><url>http://old.example/l.gif</url><link>http://no.example/</link></image><link>http://old.example/</link>
    <item><title>One &amp; two</title><link>http://old.example/1</link></item></channel></rss>`);
  assert.deepEqual([feed.title, feed.url, feed.repairs], ['Café', 'http://old.example/', []]);
  assert.deepEqual(
    feed.items.map(({ id, id_source }) => [id, id_source]),
    [['http://old.example/1', 'link']],
  );
});

test('Atom and Media RSS elements in RSS do not replace its own', () => {
  const [item] =
    feedOf(`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"
    xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><atom:link href="http://x.example/feed" rel="self"/>
    <title>T</title><link>http://x.example/</link><item><media:title>M</media:title><itunes:title>I</itunes:title>
    <atom:updated>2020-01-01T00:00:00Z</atom:updated><atom:id>a</atom:id><atom:link href="http://x.example/atom"/>
    <title>T</title><guid isPermaLink="false">g</guid><link>http://x.example/rss</link><pubDate>Wed, 01 Jan 2019 00:00:00 GMT</pubDate>
    </item></channel></rss>`).items;
  assert.deepEqual(
    [item?.title, item?.id, item?.url, item?.publish_date?.slice(0, 4)],
    ['T', 'g', 'http://x.example/rss', '2019'],
  );
});

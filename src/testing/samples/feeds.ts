import assert from 'node:assert/strict';
import type { Feed, FeedItem, FeedSource } from '../../engines/feeds/feed.ts';
import { parseFeed } from '../../engines/feeds/parse.ts';

/** The samples' address, unless they name another. */
export const address = 'https://example.org/blog/feed.xml';

const namespaces = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:dcterms="http://purl.org/dc/terms/"',
  'xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"',
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"',
  'xmlns:media="http://search.yahoo.com/mrss/"',
  'xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"',
].join(' ');

/** Returns an RSS 2.0 document with `inside` in its channel. */
export function rss(inside: string): string {
  const head = '<title>Sample</title><link>https://example.org/</link><description>A sample</description>';
  return `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0" ${namespaces}><channel>${head}${inside}</channel></rss>`;
}

/** Returns an Atom 1.0 document with `inside` in its feed. */
export function atom(inside: string): string {
  const head = '<title>Sample</title><id>urn:sample</id><updated>2024-01-01T00:00:00Z</updated>';
  return `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">${head}${inside}</feed>`;
}

/** Returns the feed in a document. Fails the test if there is none. */
export function feedOf(document: string | Uint8Array, source: Partial<FeedSource> = {}): Feed {
  const bytes = typeof document === 'string' ? new TextEncoder().encode(document) : document;
  const result = parseFeed(bytes, { url: address, ...source });
  assert.ok('feed' in result, 'fault' in result ? result.fault : '');
  return result.feed;
}

/** Returns the first item of an RSS channel that has one item with `inside` in it. */
export function rssItem(inside: string): FeedItem {
  return feedOf(rss(`<item>${inside}</item>`)).items[0]!;
}

/** Does the same for an Atom feed. */
export function atomEntry(inside: string): FeedItem {
  return feedOf(atom(`<entry><id>urn:1</id>${inside}</entry>`)).items[0]!;
}

/** Returns why a document is not a feed. */
export function faultOf(document: string | Uint8Array): string {
  const bytes = typeof document === 'string' ? new TextEncoder().encode(document) : document;
  const result = parseFeed(bytes, { url: address });
  assert.ok('fault' in result, 'it was read as a feed');
  return result.fault;
}

/** Well-formed feeds in the style of well-known programs. */
export const wellFormed: Record<string, string> = {
  weblog: rss(`<atom:link href="https://example.org/blog/feed.xml" rel="self" type="application/rss+xml"/>
    <sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>1</sy:updateFrequency>
    <item><title>Caf&#233; &amp;#8211; &#8220;quoted&#8221;</title><link>https://example.org/2024/cafe/</link>
    <dc:creator><![CDATA[Jane Doe]]></dc:creator><pubDate>Tue, 02 Jan 2024 10:00:00 +0000</pubDate>
    <category><![CDATA[Food]]></category><guid isPermaLink="false">https://example.org/?p=12</guid>
    <description><![CDATA[<p>A short one &#8230;</p>]]></description>
    <content:encoded><![CDATA[<p>The long <em>one</em>.</p>]]></content:encoded></item>
    <item><title>Second</title><link>https://example.org/2024/second/</link><guid>https://example.org/?p=11</guid>
    <pubDate>Mon, 01 Jan 2024 10:00:00 +0100</pubDate><description>&lt;p&gt;Escaped&lt;/p&gt;</description></item>`),
  podcast:
    rss(`<itunes:author>The Hosts</itunes:author><item><title>Episode 1</title><guid isPermaLink="false">ep-1</guid>
    <link>https://example.org/ep/1</link><itunes:author>A Host</itunes:author><itunes:summary>What we said.</itunes:summary>
    <enclosure url="https://cdn.example.org/1.mp3" length="12345678" type="audio/mpeg"/>
    <pubDate>Wed, 03 Jan 2024 05:00:00 GMT</pubDate></item>`),
  releases: atom(`<link rel="alternate" type="text/html" href="https://code.example.org/p/releases"/>
    <link rel="self" type="application/atom+xml" href="https://code.example.org/p/releases.atom"/>
    <entry><id>tag:code.example.org,2008:Repository/1/v2</id><updated>2024-01-05T10:00:00Z</updated>
    <link rel="alternate" type="text/html" href="https://code.example.org/p/releases/v2"/><title>v2</title>
    <content type="html">&lt;p&gt;Fixes &amp;amp; more&lt;/p&gt;</content><author><name>jane</name></author></entry>
    <entry><id>tag:code.example.org,2008:Repository/1/v1</id><updated>2024-01-04T10:00:00-05:00</updated>
    <link rel="alternate" type="text/html" href="https://code.example.org/p/releases/v1"/><title>v1</title>
    <content type="html">First</content><author><name>jane</name></author></entry>`),
  papers: `<?xml version="1.0" encoding="UTF-8"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://papers.example.org/">
    <title>Papers</title><link>https://papers.example.org/</link><description>New ones</description>
    <items><rdf:Seq><rdf:li rdf:resource="https://papers.example.org/1"/></rdf:Seq></items></channel>
    <item rdf:about="https://papers.example.org/1"><title>On feeds</title><link>https://papers.example.org/1</link>
    <description>An abstract.</description><dc:creator>A. Author</dc:creator><dc:date>2024-01-05T00:00:00Z</dc:date></item></rdf:RDF>`,
  json: JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Notes',
    home_page_url: 'https://notes.example.org/',
    items: [
      {
        id: '2',
        url: 'https://notes.example.org/2',
        title: 'Two',
        content_html: '<p>Two</p>',
        date_published: '2024-01-02T00:00:00Z',
        authors: [{ name: 'Jane' }],
      },
      {
        id: '1',
        url: 'https://notes.example.org/1',
        content_text: 'One < two',
        date_published: '2024-01-01T00:00:00+01:00',
      },
    ],
  }),
};

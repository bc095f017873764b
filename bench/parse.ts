// Measures how long it takes to read a feed of 1 MB with 500 items in several formats, compared with feedsmith on the same text. Our reader
// starts with bytes, makes addresses absolute, reads dates and identifies items, all of which feedsmith leaves to others. The goal: under
// 100 ms.
import { parseFeed as parseWithFeedsmith } from 'feedsmith';
import { parseFeed } from '../src/engines/feeds/parse.ts';
import { median, printTable } from './rig/table.ts';

const items = 500;
const rounds = 40;

type Spent = { ms: number; cpu_ms: number };

type Post = { number: number; link: string; date: Date; html: string };

const paragraph =
  '<p>A paragraph of ordinary length, as blogs have them, with <b>weight</b> &amp; some <a href="/harbour">links</a>: it goes on for a while, says what happened this week, and stops.</p>\n';
const posts = Array.from({ length: items }, (_, number): Post => {
  const html = `${paragraph.repeat(9)}<p><img src="images/${number}.jpg" alt="A boat"></p>`;
  return { number, link: `https://log.example/${number}`, date: new Date(1.7e12 + number * 8.64e7), html };
});
const escaped = (html: string) => html.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const cdata = (html: string) => `<![CDATA[${html}]]>`;
const all = (write: (post: Post) => string) => posts.map(write).join('\n');
const head = '<title>The log</title><link>https://log.example/</link><description>A log</description>';

const documents = {
  'RSS 2.0, text in CDATA': `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>${head}${all(
    ({ number, link, date, html }) =>
      `<item><title>Post ${number}</title><link>${link}</link><guid>${link}</guid><pubDate>${date.toUTCString()}</pubDate><description>What ${number} is about</description><content:encoded>${cdata(html)}</content:encoded></item>`,
  )}</channel></rss>`,
  'RSS 2.0, text escaped': `<?xml version="1.0"?><rss version="2.0"><channel>${head}${all(
    ({ number, link, date, html }) =>
      `<item><title>Post ${number}</title><link>${link}</link><guid>${link}</guid><pubDate>${date.toUTCString()}</pubDate><description>${escaped(html)}</description></item>`,
  )}</channel></rss>`,
  'RSS 1.0': `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://log.example/">${head}</channel>${all(
    ({ number, link, date, html }) =>
      `<item rdf:about="${link}"><title>Post ${number}</title><link>${link}</link><dc:date>${date.toISOString()}</dc:date><description>${cdata(html)}</description></item>`,
  )}</rdf:RDF>`,
  'Atom 1.0': `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>The log</title><id>urn:log</id><updated>2026-01-01T00:00:00Z</updated>${all(
    ({ number, link, date, html }) =>
      `<entry><title>Post ${number}</title><link href="${link}"/><id>urn:log:${number}</id><updated>${date.toISOString()}</updated><content type="html">${escaped(html)}</content></entry>`,
  )}</feed>`,
  'Atom 1.0, XHTML': `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>The log</title><id>urn:log</id><updated>2026-01-01T00:00:00Z</updated>${all(
    ({ number, link, date, html }) =>
      `<entry><title>Post ${number}</title><link href="${link}"/><id>urn:log:${number}</id><updated>${date.toISOString()}</updated><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">${html.replace('boat">', 'boat"/>')}</div></content></entry>`,
  )}</feed>`,
  'JSON Feed 1.1': JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'The log',
    home_page_url: 'https://log.example/',
    items: posts.map(({ number, link, date, html }) => ({
      id: link,
      url: link,
      title: `Post ${number}`,
      date_published: date,
      content_html: html,
    })),
  }),
};

printTable(
  `Reading a feed of ${items} items, median of ${rounds}`,
  Object.entries(documents).map(([what, text]) => {
    const bytes = Buffer.from(text);
    const ours: Spent[] = [];
    const theirs: Spent[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(timed(() => check(parseFeed(bytes, { url: 'https://log.example/feed' }))));
      theirs.push(timed(() => parseWithFeedsmith(text)));
    }
    return {
      what,
      kB: bytes.length / 1000,
      ms: median(ours.map(({ ms }) => ms)),
      'first ms': ours[0]!.ms,
      'CPU ms': cpu(ours),
      'feedsmith CPU ms': cpu(theirs),
      'CPU ratio': cpu(ours) / cpu(theirs),
    };
  }),
);

function check(result: ReturnType<typeof parseFeed>): void {
  if ('fault' in result || result.feed.items.length !== items || result.feed.repairs.length > 0)
    throw new Error(JSON.stringify(result).slice(0, 500));
}

function cpu(of: Spent[]): number {
  return median(of.map(({ cpu_ms }) => cpu_ms));
}

/** Measures the CPU time of this thread, so that other load does not count. */
function timed(work: () => unknown): Spent {
  const before = process.threadCpuUsage();
  const since = performance.now();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return { ms: performance.now() - since, cpu_ms: (user + system) / 1000 };
}

import type { Newsletter } from '../accounts/newsletter.ts';
import { archiveAddress, type Email, readershipOf } from '../emails/email.ts';
import { excerptOf } from '../engines/rendering/excerpt.ts';
import { premiumHtml } from '../engines/rendering/premium.ts';
import { homeAddress } from '../links/site.ts';
import { type Made, make } from '../platform/http/conditional.ts';
import { type Markup, markup } from '../platform/http/markup.ts';
import type { Words } from '../platform/languages/catalogue.ts';
import { documentLanguage } from '../platform/languages/tag.ts';
import { type ContentContext, isGated, renderContent, type View, wordsOf } from './content.ts';
import { type Recording, recordingsOf } from './recordings.ts';

/** An email as a feed entry: all of it, or its teaser if the reader of the feed may not read the rest. */
type Item = {
  id: string;
  address: string;
  title: string;
  date: string;
  summary: string;
  html: string;
  image: string;
  /** The recording that podcast apps play. */
  recording: Recording | undefined;
};

const headers = (type: string) => ({
  'Content-Type': `${type}; charset=utf-8`,
  'Cache-Control': 'public, no-cache',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
});

export async function feedItems(
  context: ContentContext,
  newsletter: Newsletter,
  emails: (Email & { published_date: string })[],
  view: View = 'public',
): Promise<Item[]> {
  const items: Omit<Item, 'recording'>[] = [];
  const whole: Parameters<typeof recordingsOf>[3][number][] = [];
  for (const email of emails) {
    const { subject, html, text } = await renderContent(context, newsletter, email, view);
    const address = archiveAddress(context.base_url, newsletter, email);
    const words = wordsOf(context.theme, newsletter, email.locale);
    const isWhole = !isGated(email, view);
    if (isWhole) whole.push({ ...email, html });
    const more = isWhole ? '' : restOf(newsletter, email, address, words);
    items.push({
      id: email.id,
      address,
      title: subject || words.say('issue.untitled'),
      date: email.published_date,
      summary: email.description || excerptOf(text),
      html: html + more,
      image: /^https?:\/\//i.test(email.image) ? email.image : '',
    });
  }
  const recordings = await recordingsOf(context.db, context.base_url, newsletter, whole);
  return items.map(item => ({ ...item, recording: recordings.get(item.id) }));
}

/** Returns the lines below a teaser: who can read the rest, and how. */
function restOf(newsletter: Newsletter, email: Email, address: string, words: Words): string {
  const link = (url: string, key: string) => markup`<p><a href="${url}">${words.say(key)}</a></p>`.html;
  switch (readershipOf(email)) {
    case 'paying':
      return premiumHtml(newsletter, words) + link(newsletter.premium_url || address, 'issue.read_on_paying');
    case 'subscribers':
      return link(address, 'issue.read_on_subscribers');
    default:
      return '';
  }
}

/** RSS 2.0 with full content (rssboard.org/rss-specification, content module), and with recordings for podcast apps. */
export function makeRss(newsletter: Newsletter, base_url: string, items: Item[]): Made {
  const self = markup`<atom:link href="${homeAddress(base_url, newsletter)}/rss" rel="self" type="application/rss+xml"/>\n`;
  return make(printRss(newsletter, base_url, items, self), headers('application/rss+xml'));
}

/**
 * The same for readers who pay. It does not contain its own address, which differs for each reader, and directories of podcasts do not list
 * it.
 */
export function makePrivateRss(newsletter: Newsletter, base_url: string, items: Item[]): Made {
  const hidden = markup`<itunes:block>Yes</itunes:block>\n`;
  return make(printRss(newsletter, base_url, items, hidden), {
    ...headers('application/rss+xml'),
    'Cache-Control': 'private, no-cache',
    'X-Robots-Tag': 'noindex',
  });
}

function printRss(newsletter: Newsletter, base_url: string, items: Item[], about: Markup): string {
  const home = homeAddress(base_url, newsletter);
  const entries = items.map(
    item => markup`<item>
<title>${printable(item.title)}</title>
<link>${item.address}</link>
<guid isPermaLink="false">urn:uuid:${item.id}</guid>
<pubDate>${new Date(item.date).toUTCString()}</pubDate>
<description>${printable(item.summary)}</description>
<content:encoded>${cdata(item.html)}</content:encoded>
${item.recording && markup`<enclosure url="${item.recording.url}" length="${item.recording.length}" type="${item.recording.type}"/>\n`}</item>
`,
  );
  const { html } =
    markup`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
<channel>
<title>${printable(newsletter.name)}</title>
<link>${home}</link>
<description>${printable(newsletter.description || newsletter.name)}</description>
<language>${documentLanguage(newsletter.locale)}</language>
${about}${newsletter.icon && markup`<itunes:image href="${newsletter.icon}"/>\n`}${items[0] && markup`<lastBuildDate>${new Date(items[0].date).toUTCString()}</lastBuildDate>\n`}${entries}</channel>
</rss>
`;
  return `<?xml version="1.0" encoding="utf-8"?>\n${html}`;
}

/** JSON Feed 1.1 (jsonfeed.org). */
export function makeJsonFeed(newsletter: Newsletter, base_url: string, items: Item[]): Made {
  const home = homeAddress(base_url, newsletter);
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: newsletter.name,
    description: newsletter.description,
    language: documentLanguage(newsletter.locale),
    home_page_url: home,
    feed_url: `${home}/feed.json`,
    items: items.map(({ id, address, title, date, summary, html, image, recording }) => ({
      id: `urn:uuid:${id}`,
      url: address,
      title,
      summary,
      content_html: html,
      date_published: date,
      ...(image !== '' && { image }),
      ...(recording && { attachments: [attachmentOf(recording)] }),
    })),
  };
  return make(JSON.stringify(feed), headers('application/feed+json'));
}

function attachmentOf({ url, type, length }: Recording) {
  return { url, mime_type: type, ...(length > 0 && { size_in_bytes: length }) };
}

/** Removes characters that XML 1.0 cannot represent (§2.2). */
function printable(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\x20-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

function cdata(html: string): Markup {
  return { html: `<![CDATA[${printable(html).replaceAll(']]>', ']]]]><![CDATA[>')}]]>` };
}

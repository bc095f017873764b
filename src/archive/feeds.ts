import type { Newsletter } from '../accounts/newsletter.ts';
import { archiveAddress, type Email, readershipOf } from '../emails/email.ts';
import { excerptOf } from '../engines/rendering/excerpt.ts';
import { premiumHtml } from '../engines/rendering/premium.ts';
import { homeAddress } from '../links/site.ts';
import { type Made, make } from '../platform/http/conditional.ts';
import { type Markup, markup } from '../platform/http/markup.ts';
import type { Words } from '../platform/languages/catalogue.ts';
import { documentLanguage } from '../platform/languages/tag.ts';
import { type ContentContext, renderContent, wordsOf } from './content.ts';

/** An email as a feed entry: all of it, or its teaser if it is not for everybody. */
type Item = {
  id: string;
  address: string;
  title: string;
  date: string;
  summary: string;
  html: string;
  image: string;
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
): Promise<Item[]> {
  const items: Item[] = [];
  for (const email of emails) {
    const { subject, html, text } = await renderContent(context, newsletter, email, 'public');
    const address = archiveAddress(context.base_url, newsletter, email);
    const words = wordsOf(context.theme, newsletter, email.locale);
    const more = restOf(newsletter, email, address, words);
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
  return items;
}

/** The lines below a teaser: who can read the rest, and how. */
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

/** RSS 2.0 with full content (rssboard.org/rss-specification, content module). */
export function makeRss(newsletter: Newsletter, base_url: string, items: Item[]): Made {
  const home = homeAddress(base_url, newsletter);
  const entries = items.map(
    item => markup`<item>
<title>${printable(item.title)}</title>
<link>${item.address}</link>
<guid isPermaLink="false">urn:uuid:${item.id}</guid>
<pubDate>${new Date(item.date).toUTCString()}</pubDate>
<description>${printable(item.summary)}</description>
<content:encoded>${cdata(item.html)}</content:encoded>
</item>
`,
  );
  const { html } =
    markup`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel>
<title>${printable(newsletter.name)}</title>
<link>${home}</link>
<description>${printable(newsletter.description || newsletter.name)}</description>
<language>${documentLanguage(newsletter.locale)}</language>
<atom:link href="${home}/rss" rel="self" type="application/rss+xml"/>
${items[0] && markup`<lastBuildDate>${new Date(items[0].date).toUTCString()}</lastBuildDate>\n`}${entries}</channel>
</rss>
`;
  return make(`<?xml version="1.0" encoding="utf-8"?>\n${html}`, headers('application/rss+xml'));
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
    items: items.map(({ id, address, title, date, summary, html, image }) => ({
      id: `urn:uuid:${id}`,
      url: address,
      title,
      summary,
      content_html: html,
      date_published: date,
      ...(image !== '' && { image }),
    })),
  };
  return make(JSON.stringify(feed), headers('application/feed+json'));
}

/** Removes characters that XML 1.0 cannot represent (§2.2). */
function printable(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\x20-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

function cdata(html: string): Markup {
  return { html: `<![CDATA[${printable(html).replaceAll(']]>', ']]]]><![CDATA[>')}]]>` };
}

import type { Newsletter } from '../accounts/newsletter.ts';
import { archiveAddress } from '../emails/email.ts';
import { homeAddress } from '../links/site.ts';
import { type Made, make } from '../platform/http/conditional.ts';
import { markup } from '../platform/http/markup.ts';

/** Makes the sitemap: every public page of a newsletter (sitemaps.org). */
export function makeSitemap(
  newsletter: Newsletter,
  base_url: string,
  issues: { slug: string; modification_date: string }[],
): Made {
  const home = homeAddress(base_url, newsletter);
  const entries = issues.map(
    issue =>
      markup`<url><loc>${archiveAddress(base_url, newsletter, issue)}</loc><lastmod>${issue.modification_date}</lastmod></url>\n`,
  );
  const { html } = markup`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${home}</loc></url>
<url><loc>${home}/archive/</loc></url>
${entries}</urlset>
`;
  return make(`<?xml version="1.0" encoding="utf-8"?>\n${html}`, {
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': 'public, no-cache',
  });
}

const personal = ['/v1/', '/api/', '/manage/', '/confirm/', '/subscribe/', '/unsubscribe/', '/inbox'];

/** robots.txt: the paths that crawlers should leave alone, and the sitemaps of these sites (RFC 9309). */
export function makeRobots(homes: string[]): Made {
  const lines = [
    'User-agent: *',
    ...personal.map(path => `Disallow: ${path}`),
    'Disallow: /sign-in',
    'Disallow: /*/sign-in',
    '',
    ...homes.map(home => `Sitemap: ${home}/sitemap.xml`),
  ];
  return make(`${lines.join('\n').trimEnd()}\n`, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'public, no-cache',
  });
}

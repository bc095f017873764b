import { partsShown } from '../accounts/look/designs.ts';
import type { Newsletter } from '../accounts/newsletter.ts';
import { signUpValues } from '../audience/sign-ups/page.ts';
import { archiveAddress, type Email, readershipOf } from '../emails/email.ts';
import { headingOf } from '../engines/rendering/heading.ts';
import type { FilledMessage } from '../engines/rendering/message.ts';
import { premiumHtml } from '../engines/rendering/premium.ts';
import { homeAddress } from '../links/site.ts';
import { voiceOf } from '../platform/languages/catalogue.ts';
import { documentLanguage } from '../platform/languages/tag.ts';
import {
  type ContentContext,
  isGated,
  renderContent,
  type Shown,
  titleOf,
  type View,
  wordsOf,
} from './content.ts';
import { siteValues } from './list.ts';
import { fitIntoPage } from './page-html.ts';
import { findNeighbours, type Listed, listRelated } from './queries.ts';

/** The data of an email's page, which speaks this language, or else that of the email. */
export async function issueValues(
  context: ContentContext,
  newsletter: Newsletter,
  email: Email & { published_date: string },
  view: View,
  asked_language = '',
): Promise<Record<string, unknown>> {
  const content = await renderContent(context, newsletter, email, view);
  const { previous, next } = await findNeighbours(context.db, email);
  const title = content.subject || titleOf(context, newsletter, email);
  return {
    ...(await contentValues(
      context,
      newsletter,
      email,
      { ...content, subject: title },
      { view, asked_language },
    )),
    ...(partsShown(context.theme.designs, newsletter).includes('neighbours') && {
      previous: previous && linkTo(context, newsletter, previous),
      next: next && linkTo(context, newsletter, next),
    }),
  };
}

/** The slug is for an address. */
function linkTo(context: ContentContext, newsletter: Newsletter, other: Listed) {
  return { title: titleOf(context, newsletter, other), slug: encodeURIComponent(other.slug) };
}

/** What a page shows of an email, whether it exists or not. */
export type Paged = Shown &
  Pick<
    Email,
    'body' | 'description' | 'image' | 'canonical_url' | 'related_email_ids' | 'modification_date'
  > & {
    published_date: string;
  };

/** The data of an email's page with this content, without its neighbours. */
export async function contentValues(
  context: ContentContext,
  newsletter: Newsletter,
  email: Paged,
  { subject: title, html, text }: FilledMessage,
  { view, asked_language = '' }: { view: View; asked_language?: string },
): Promise<Record<string, unknown>> {
  const { base_url, theme } = context;
  const spoken = asked_language || email.locale;
  const words = wordsOf(theme, newsletter, spoken);
  const shows = partsShown(theme.designs, newsletter);
  const related = shows.includes('related')
    ? await listRelated(context.db, newsletter, email.related_email_ids)
    : [];
  const heading = headingOf(theme, newsletter, email, email.published_date, words);
  const gate = isGated(email, view) ? readershipOf(email) : '';
  const address = archiveAddress(base_url, newsletter, email);
  const description = email.description || excerptOf(text);
  return {
    ...signUpValues(newsletter, base_url, words),
    ...siteValues(newsletter, base_url, { view, asked_language }),
    voice: voiceOf(newsletter, spoken),
    // Who signs up here keeps the language of the page.
    form_language: spoken === newsletter.locale ? '' : spoken,
    content_locale: email.locale || newsletter.locale,
    title,
    content_html: fitIntoPage(html, { title, table_label: words.say('issue.table') }),
    // How long the whole takes says nothing about the part that is shown.
    byline: heading.byline.filter(({ is }) => gate === '' || is !== 'reading_time'),
    lead: heading.picture,
    published_date: email.published_date,
    premium_html: premiumHtml(newsletter, words),
    premium_url: newsletter.premium_url,
    gate,
    signed_in: view !== 'public',
    address,
    canonical: email.canonical_url || address,
    description,
    image: isWeb(email.image) ? email.image : newsletter.image,
    json_ld: jsonLd(newsletter, email, { title, address, description, base_url }),
    related: related.map(other => linkTo(context, newsletter, other)),
  };
}

/** Schema.org Article as text that is safe in a script element. */
function jsonLd(
  newsletter: Newsletter,
  email: Paged,
  { title, address, description, base_url }: Record<'title' | 'address' | 'description' | 'base_url', string>,
): string {
  const publisher = {
    '@type': 'Organization',
    name: newsletter.name,
    url: homeAddress(base_url, newsletter),
  };
  const article = {
    '@context': 'https://schema.org',
    '@type': 'Article',
    inLanguage: documentLanguage(email.locale || newsletter.locale),
    headline: title.slice(0, 110).toWellFormed(),
    description,
    datePublished: email.published_date,
    dateModified: email.modification_date,
    mainEntityOfPage: address,
    ...(isWeb(email.image) && { image: email.image }),
    author: publisher,
    publisher,
    ...(readershipOf(email) === 'paying' && { isAccessibleForFree: false }),
  };
  return JSON.stringify(article).replace(/[<>&\u2028\u2029]/g, escapeForScript);
}

function escapeForScript(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The first words of the text, for link previews. */
export function excerptOf(text: string): string {
  const words = text
    .replace(/<?https?:\/\/\S+/g, '')
    .replace(/[#=*_-]{2,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words.length <= 200
    ? words
    : `${words
        .slice(0, 200)
        .replace(/\s\S*$/, '')
        .toWellFormed()}…`;
}

function isWeb(address: string): boolean {
  return /^https?:\/\//i.test(address);
}

import { partsShown } from '../accounts/look/designs.ts';
import { type Newsletter, shown } from '../accounts/newsletter.ts';
import { signUpValues } from '../audience/sign-ups/page.ts';
import { archiveAddress, type Email, readershipOf } from '../emails/email.ts';
import { findPictures } from '../emails/files/pictures.ts';
import { mailedAddress, offerWidths, widthAttributes } from '../emails/files/shapes.ts';
import { excerptOf } from '../engines/rendering/excerpt.ts';
import { headingOf, isWeb } from '../engines/rendering/heading.ts';
import { escapeHtml } from '../engines/rendering/markup.ts';
import type { FilledMessage } from '../engines/rendering/message.ts';
import { premiumHtml } from '../engines/rendering/premium.ts';
import { voiceOf } from '../platform/languages/catalogue.ts';
import { threadsOf } from './comments.ts';
import {
  type ContentContext,
  isGated,
  renderContent,
  type Shown,
  titleOf,
  type View,
  wordsOf,
} from './content.ts';
import { articleData } from './linked-data.ts';
import { siteValues } from './list.ts';
import { fitIntoPage } from './page-html.ts';
import { findNeighbours, type Listed, listRelated } from './queries.ts';
import { embedAddress, shareAddress } from './share.ts';

/** Returns the data of an email's page, in this language, or else in the email's. */
export async function issueValues(
  context: ContentContext,
  newsletter: Newsletter,
  email: Email & { published_date: string },
  view: View,
  asked_language = '',
): Promise<Record<string, unknown>> {
  const content = await renderContent(context, newsletter, email, view);
  const { previous, next } = await findNeighbours(context.db, email);
  const words = wordsOf(context.theme, newsletter, asked_language || email.locale);
  const comments = isGated(email, view) ? undefined : await threadsOf(context.db, newsletter, email, words);
  const title = content.subject || titleOf(context, newsletter, email);
  return {
    ...(await contentValues(
      context,
      newsletter,
      email,
      { ...content, subject: title },
      { view, asked_language },
    )),
    comments,
    comments_path: `${shown(newsletter, context.base_url).path}/archive/${encodeURIComponent(email.slug ?? '')}/comments`,
    ...(partsShown(context.theme.designs, newsletter).includes('neighbours') && {
      previous: previous && linkTo(context, newsletter, previous),
      next: next && linkTo(context, newsletter, next),
    }),
  };
}

/** Returns the title and address part of a link to another issue. */
function linkTo(context: ContentContext, newsletter: Newsletter, other: Listed) {
  return { title: titleOf(context, newsletter, other), slug: encodeURIComponent(other.slug) };
}

/** The fields of an email that its page shows, whether or not the email is stored. */
export type Paged = Shown &
  Pick<
    Email,
    'body' | 'description' | 'image' | 'canonical_url' | 'related_email_ids' | 'modification_date'
  > & {
    published_date: string;
  };

/** Returns the data of an email's page with this content, without its neighbours. */
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
  const pictures = await findPictures(context.db, newsletter.key, `${html} ${email.image}`);
  const address = archiveAddress(base_url, newsletter, email);
  const description = email.description || excerptOf(text);
  // Not every site can show new image formats.
  const own_image = isWeb(email.image) ? mailedAddress(email.image, pictures) : '';
  const image =
    own_image || shareAddress(context, newsletter, { slug: email.slug, title }) || newsletter.image;
  return {
    ...signUpValues(newsletter, base_url, words),
    ...siteValues(newsletter, base_url, { view, asked_language }),
    voice: voiceOf(newsletter, spoken),
    // Readers who sign up here keep the language of the page.
    form_language: spoken === newsletter.locale ? '' : spoken,
    content_locale: email.locale || newsletter.locale,
    title,
    content_html: offerWidths(fitIntoPage(html, { title, table_label: words.say('issue.table') }), pictures),
    // The reading time of the whole says nothing about the part that is shown.
    byline: heading.byline.filter(({ is }) => gate === '' || is !== 'reading_time'),
    lead: heading.picture,
    lead_attributes: widthAttributes(escapeHtml(heading.picture), pictures),
    published_date: email.published_date,
    premium_html: premiumHtml(newsletter, words),
    premium_url: newsletter.premium_url,
    gate,
    signed_in: view !== 'public',
    address,
    canonical: email.canonical_url || address,
    description,
    image,
    embed_url: embedAddress(newsletter, base_url, address),
    json_ld: articleData(newsletter, email, { title, address, description, image, base_url }),
    related: related.map(other => linkTo(context, newsletter, other)),
  };
}

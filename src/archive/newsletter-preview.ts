import { type ColorField, findColorFaults } from '../accounts/look/contrast.ts';
import { partsShown } from '../accounts/look/designs.ts';
import { ownPageCss } from '../accounts/look/dress.ts';
import { lookOf } from '../accounts/look/fields.ts';
import type { Newsletter } from '../accounts/newsletter.ts';
import { isServiceMail, previewServiceMail, serviceMails } from '../audience/readers/letters.ts';
import { embedValues } from '../audience/sign-ups/page.ts';
import { templateOf } from '../emails/email.ts';
import { compileMessage } from '../engines/rendering/compile.ts';
import { headingOf } from '../engines/rendering/heading.ts';
import { findOwnLayoutFaults, ownMailCss, themeOf } from '../engines/rendering/look.ts';
import type { FilledMessage } from '../engines/rendering/message.ts';
import type { LayoutFault } from '../engines/rendering/own-layout.ts';
import type { Theme } from '../engines/rendering/theme.ts';
import type { StyleFault } from '../engines/styles/own-css.ts';
import { readersAddress } from '../links/site.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { notFound } from '../platform/errors.ts';
import type { Pages } from '../platform/http/public-pages.ts';
import { anybody, renderSource, wordsOf } from './content.ts';
import { contentValues } from './issue.ts';
import { archiveValues, makeHome, readHome, readList, type SiteList } from './list.ts';
import { perPage } from './queries.ts';
import { drawSamples, sampleIssue, sampleIssues } from './sample-issues.ts';

/** The parts of a newsletter that a preview can show: pages, the mails of the service, and a sample issue as page and as mail. */
export const previewParts = ['home', 'archive', 'embed', 'issue', 'mail', ...serviceMails] as const;
type Part = (typeof previewParts)[number];

export type PreviewContext = {
  theme: Theme;
  pages: Pages;
  base_url: string;
  /** Where images are loaded from. */
  images_url: string;
  clock: Clock;
};

/**
 * Renders the part as it would be with these settings. `text` is empty for pages. Pages have no captcha, which runs only in a real page. A
 * newsletter that has published nothing is shown with sample issues. A mail whose own layout cannot be used is empty. Throws
 * `request_invalid` if a mail cannot be made from the settings.
 */
export async function previewNewsletter(
  db: Database,
  context: PreviewContext,
  settings: Newsletter,
  part: Part,
): Promise<FilledMessage> {
  const { theme, pages, base_url } = context;
  const newsletter = { ...settings, captcha: '' };
  if (isServiceMail(part)) return previewServiceMail(context, newsletter, part);
  if (part === 'mail') return previewMail(context, newsletter);
  if (part === 'embed') {
    const words = wordsOf(theme, newsletter);
    return page(pages.make('embed', embedValues(newsletter, base_url, words)).body.toString());
  }
  if (part === 'issue') return page(await previewIssue(context, db, newsletter));
  const html = await previewList(context, db, newsletter, part);
  if (html === undefined) throw notFound('newsletter');
  return page(html);
}

function previewMail({ theme, base_url, clock }: PreviewContext, newsletter: Newsletter): FilledMessage {
  const template = templateOf(sampleIssue, newsletter);
  if (template === 'custom' && findOwnLayoutFaults(theme, newsletter).length > 0) return page('');
  const values = anybody(base_url, newsletter, sampleIssue);
  const link = `${readersAddress(base_url, newsletter)}/unsubscribe/preview`;
  const layout = themeOf(theme, template, newsletter);
  const heading = headingOf(theme, newsletter, sampleIssue, clock().toISOString(), layout.words);
  const source = { ...sampleIssue, opening: newsletter.header, closing: newsletter.footer };
  const made = compileMessage(source, layout).fill({
    ...values,
    medium: 'email',
    email: { ...values.email, heading },
    unsubscribe_url: link,
    manage_subscription_url: link,
    answer_url: link,
    referral_url: link,
  });
  return { ...made, html: drawSamples(made.html) };
}

/** Returns the page of the sample issue, with other sample issues where pages show others. */
async function previewIssue(context: PreviewContext, db: Database, newsletter: Newsletter): Promise<string> {
  const now = context.clock();
  const email = {
    ...sampleIssue,
    published_date: now.toISOString(),
    modification_date: now.toISOString(),
  };
  const content = await renderSource(context, newsletter, email, sampleIssue, 'public');
  const values = await contentValues({ ...context, db }, newsletter, email, content, { view: 'public' });
  const shows = partsShown(context.theme.designs, newsletter);
  const [, previous, one, other] = sampleIssues(now).map(({ subject, slug }) => ({ title: subject, slug }));
  const others = {
    ...(shows.includes('related') && { related: [one, other] }),
    ...(shows.includes('neighbours') && { previous }),
  };
  return context.pages.make('issue', { ...values, ...others }).body.toString();
}

async function previewList(
  context: PreviewContext,
  db: Database,
  newsletter: Newsletter,
  part: 'home' | 'archive',
): Promise<string | undefined> {
  const { username } = newsletter;
  const read = await (part === 'home'
    ? readHome(db, username)
    : readList(db, username, { words: '', limit: perPage, offset: 0 }));
  if (read === undefined) return undefined;
  const list: SiteList = { ...JSON.parse(read), newsletter };
  if (list.count === 0) {
    list.issues = sampleIssues(context.clock());
    list.count = list.issues.length;
  }
  const made =
    part === 'home'
      ? makeHome(context, JSON.stringify(list))
      : context.pages.make('archive', archiveValues(context, list, '', 1));
  return made.body.toString();
}

/** A line of the newsletter's own CSS or layout that is not used, or a color that readers see changed. */
export type LookFinding = StyleFault & {
  field: ColorField | 'css' | 'web_css' | 'custom_email_template';
  check?: LayoutFault['check'];
};

/** Returns which parts of the newsletter's own CSS, layout and colors are not used, why, and what to do. */
export function findLookFaults(
  { theme, base_url, images_url }: PreviewContext,
  newsletter: Newsletter,
): LookFinding[] {
  const { css, web_css, custom_email_template, template } = newsletter;
  const named = (field: LookFinding['field'], faults: StyleFault[]) =>
    faults.slice(0, 50).map(fault => ({ ...fault, field }));
  const hasLayout = template === 'custom' || custom_email_template.trim() !== '';
  return [
    ...findColorFaults(theme.designs, lookOf(newsletter)),
    ...named('css', ownMailCss(css).faults),
    ...named('web_css', ownPageCss(web_css, [base_url, images_url]).faults),
    ...named('custom_email_template', hasLayout ? findOwnLayoutFaults(theme, newsletter) : []),
  ];
}

/** Returns a page in the form of a mail. An empty one stands for a mail that cannot be made. */
function page(html: string): FilledMessage {
  return { subject: '', html: drawSamples(html), text: '' };
}

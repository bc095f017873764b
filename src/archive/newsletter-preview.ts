import { ownPageCss } from '../accounts/look/dress.ts';
import type { Newsletter } from '../accounts/newsletter.ts';
import { isServiceMail, previewServiceMail, serviceMails } from '../audience/readers/letters.ts';
import { embedValues } from '../audience/sign-ups/page.ts';
import { templateOf } from '../emails/email.ts';
import { unnamed } from '../emails/input.ts';
import { compileMessage } from '../engines/rendering/compile.ts';
import { headingOf } from '../engines/rendering/heading.ts';
import { ownMailCss, themeOf } from '../engines/rendering/look.ts';
import type { FilledMessage } from '../engines/rendering/message.ts';
import { findLayoutFaults } from '../engines/rendering/own-layout.ts';
import type { Theme } from '../engines/rendering/theme.ts';
import type { StyleFault } from '../engines/styles/own-css.ts';
import { readersAddress } from '../links/site.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { notFound } from '../platform/errors.ts';
import type { Pages } from '../platform/http/public-pages.ts';
import { anybody, wordsOf } from './content.ts';
import { makeHome, readHome } from './list.ts';
import { previewPage } from './preview.ts';

/** What a preview can show of a newsletter: pages, the mails of the service, and a sample issue as page and as mail. */
export const previewParts = ['home', 'embed', 'issue', 'mail', ...serviceMails] as const;
type Part = (typeof previewParts)[number];

export type PreviewContext = { theme: Theme; pages: Pages; base_url: string; clock: Clock };

/**
 * The part as it would be with these settings. `text` is empty for pages. Pages have no captcha, which runs only in a
 * real page. Throws `request_invalid` if a mail cannot be made of the settings.
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
  if (part === 'mail') {
    const values = anybody(base_url, newsletter, sample);
    const link = `${readersAddress(base_url, newsletter)}/unsubscribe/preview`;
    const layout = themeOf(theme, templateOf(sample, newsletter), newsletter);
    const now = context.clock().toISOString();
    const heading = headingOf(theme, newsletter, sample, now, layout.words);
    const source = { ...sample, opening: newsletter.header, closing: newsletter.footer };
    return compileMessage(source, layout).fill({
      ...values,
      medium: 'email',
      email: { ...values.email, heading },
      unsubscribe_url: link,
      manage_subscription_url: link,
    });
  }
  if (part === 'embed') {
    const words = wordsOf(theme, newsletter);
    return page(pages.make('embed', embedValues(newsletter, base_url, words)).body.toString());
  }
  if (part === 'issue') {
    const now = context.clock().toISOString();
    const email = { ...sample, published_date: now, modification_date: now };
    const html = await previewPage({ ...context, db }, newsletter, email, sample, 'public');
    return page(html ?? '');
  }
  const home = await readHome(db, newsletter.username);
  if (home === undefined) throw notFound('newsletter');
  const list = JSON.stringify({ ...JSON.parse(home), newsletter });
  return page(makeHome(context, list).body.toString());
}

/** A line of the newsletter's own CSS or layout that is not used. */
export type LookFinding = StyleFault & { field: 'css' | 'web_css' | 'custom_email_template' };

/** Returns what of the newsletter's own CSS and layout is not used, why, and what to do. */
export function findLookFaults(newsletter: Newsletter, base_url: string): LookFinding[] {
  const { css, web_css, custom_email_template } = newsletter;
  const named = (field: LookFinding['field'], faults: StyleFault[]) =>
    faults.slice(0, 50).map(fault => ({ field, ...fault }));
  return [
    ...named('css', ownMailCss(css).faults),
    ...named('web_css', ownPageCss(web_css, base_url).faults),
    ...named(
      'custom_email_template',
      custom_email_template.trim() === '' ? [] : findLayoutFaults(custom_email_template),
    ),
  ];
}

function page(html: string): FilledMessage {
  return { subject: '', html, text: '' };
}

const sample = {
  ...unnamed,
  subject: 'A sample issue',
  slug: 'sample',
  email_type: 'premium' as const,
  body: `Every issue looks like this: a paragraph with [a link](https://example.org/), **important words** and some *less important* ones.

## A heading

> Somebody said something worth quoting.

- One thing
- And another

<a class="button" href="https://example.org/">A button</a>

<!-- paywall -->

What follows the paywall is for paying subscribers.`,
};

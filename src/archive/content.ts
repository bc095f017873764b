import type { Newsletter } from '../accounts/newsletter.ts';
import type { Standing } from '../audience/readers/sessions.ts';
import { archiveAddress, type Email, readershipOf } from '../emails/email.ts';
import { completeSource, type EmailSource, mailedSource, withOwnTexts } from '../emails/templates.ts';
import { compileMessage } from '../engines/rendering/compile.ts';
import { compileLarge } from '../engines/rendering/large.ts';
import type { FilledMessage, MessageValues } from '../engines/rendering/message.ts';
import { teaserOf } from '../engines/rendering/teaser.ts';
import type { Theme } from '../engines/rendering/theme.ts';
import { homeAddress } from '../links/site.ts';
import type { Database } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { voiceOf, type Words } from '../platform/languages/catalogue.ts';
import type { Listed } from './queries.ts';

/** The viewer of a page: the public, or a subscriber who has signed in. */
export type View = 'public' | Standing;

/** Whether this viewer sees only the teaser. */
export function isGated(email: Pick<Email, 'email_type' | 'archival_mode'>, view: View): boolean {
  const readership = readershipOf(email);
  if (readership === 'everybody') return false;
  return view === 'public' || (readership === 'paying' && view !== 'paying');
}

export type ContentContext = { db: Database; theme: Theme; base_url: string };

/**
 * Renders the current content of an email for public pages: like its mail, but without the layout and for no recipient, so that it contains
 * no personal value and no unsubscribe link.
 */
export async function renderContent(
  { db, theme, base_url }: ContentContext,
  newsletter: Newsletter,
  email: Email,
  view: View,
): Promise<FilledMessage> {
  const source = await presentSource(db, newsletter, email);
  return renderSource({ theme, base_url }, newsletter, email, source, view);
}

/** The fields that decide about an email's page. */
export type Shown = Pick<
  Email,
  'slug' | 'subject' | 'secondary_id' | 'email_type' | 'archival_mode' | 'locale'
>;

/** Like renderContent, for this source. */
export async function renderSource(
  { theme, base_url }: Pick<ContentContext, 'theme' | 'base_url'>,
  newsletter: Newsletter,
  email: Shown,
  source: EmailSource,
  view: View,
): Promise<FilledMessage> {
  const whole = withOwnTexts(newsletter, source);
  const shown = isGated(email, view)
    ? { ...whole, body: teaserOf(source.body, source.custom_teaser), shows_lines: false }
    : whole;
  const values = anybody(base_url, newsletter, email);
  const spoken = theme.in(voiceOf(newsletter, email.locale));
  return (await compileLarge(shown, withoutLayout(spoken))).fill(values);
}

/** Returns the subject, which may be a template, rendered for no recipient. It is never empty. */
export function titleOf(
  { theme, base_url }: Pick<ContentContext, 'theme' | 'base_url'>,
  newsletter: Newsletter,
  email: Listed,
): string {
  if (!/\{[{%]/.test(email.subject)) return email.subject;
  try {
    const source = { subject: email.subject, body: '', description: '' };
    const { subject } = compileMessage(source, withoutLayout(theme)).fill(
      anybody(base_url, newsletter, email),
    );
    return subject || nameless(email, wordsOf(theme, newsletter));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return nameless(email, wordsOf(theme, newsletter));
  }
}

function nameless({ secondary_id }: Pick<Email, 'secondary_id'>, words: Words): string {
  return secondary_id === null
    ? words.say('issue.untitled')
    : words.say('issue.nameless', { number: secondary_id });
}

/** Returns the current content, or what was mailed if one of its snippets no longer exists. */
async function presentSource(db: Database, newsletter: Newsletter, email: Email): Promise<EmailSource> {
  try {
    return await completeSource(db, newsletter.key, email);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return email.mailed === null ? email : mailedSource.parse(email.mailed);
  }
}

/** Returns the words of pages in this language, or else in the newsletter's. */
export function wordsOf(theme: Theme, newsletter: Newsletter, locale = ''): Words {
  return theme.catalogue.in(voiceOf(newsletter, locale));
}

function withoutLayout(theme: Theme): Theme {
  const nothing = { templates: [], tokens: [], stateful: false };
  return {
    ...theme,
    html: { before: nothing, after: nothing },
    text: { before: nothing, after: nothing },
    css: '',
  };
}

/** Returns the values for a page that is rendered for nobody in particular. */
export function anybody(
  base_url: string,
  newsletter: Newsletter,
  email: Pick<Email, 'slug' | 'subject' | 'secondary_id'>,
): MessageValues {
  return {
    subscriber: { email: '', type: '', tags: [], metadata: {} },
    newsletter,
    email: {
      subject: email.subject,
      absolute_url: archiveAddress(base_url, newsletter, email),
      secondary_id: email.secondary_id,
    },
    unsubscribe_url: '',
    manage_subscription_url: '',
    answer_url: `${homeAddress(base_url, newsletter)}/polls`,
    referral_url: homeAddress(base_url, newsletter),
    subscribe_url: homeAddress(base_url, newsletter),
    medium: 'web',
  };
}

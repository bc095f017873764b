import { z } from 'zod';
import type { Newsletter } from '../accounts/newsletter.ts';
import { compileLarge, demandText, type LargeMessage } from '../engines/rendering/large.ts';
import { themeOf } from '../engines/rendering/look.ts';
import type { MessageSource, MessageValues } from '../engines/rendering/message.ts';
import { joinPattern, sharedText } from '../engines/rendering/patterns.ts';
import { teaserOf } from '../engines/rendering/teaser.ts';
import type { Theme } from '../engines/rendering/theme.ts';
import type { Database } from '../platform/database/connect.ts';
import type { EmailTemplate } from '../platform/database/schema.ts';
import { DomainError, domainError } from '../platform/errors.ts';
import { isBlank } from '../platform/http/words.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { type AbTest, abTestOf, refuseImpossible } from './ab-test.ts';
import { templateOf } from './email.ts';
import { findPictures } from './files/pictures.ts';
import { completeBody, withSnippets } from './snippets/change.ts';

const texts = z.object({
  subject: z.string(),
  body: z.string(),
  description: z.string(),
  custom_teaser: z.string().default(''),
});
/** The fields that are templates, in the order in which they are hashed. */
export const templates = texts.keyof().options;
/** The content of an email as fixed when sending began. */
export const mailedSource = texts.extend({ variant_bodies: z.array(z.string().nullable()).default([]) });
/** `variant_bodies` are the bodies of the other variants of its test; null stands for the email’s own body. */
export type EmailSource = MessageSource & { custom_teaser: string; variant_bodies?: (string | null)[] };
type Tried = EmailSource & { ab_test?: unknown; reader_time?: unknown };

/**
 * Returns the templates of an email with its snippets inserted. Throws `body_invalid` for an unknown snippet, or `email_invalid` if the
 * teaser or a variant names it.
 */
export async function completeSource(
  db: Database,
  newsletter_key: number,
  { subject, body, description, custom_teaser, ab_test }: Omit<Tried, 'reader_time'>,
): Promise<EmailSource> {
  const variants = (abTestOf({ ab_test })?.variants ?? []).map((variant, at) =>
    variant.body === undefined
      ? null
      : withSnippets(db, newsletter_key, variant.body).catch(error => blameVariant(at, error)),
  );
  return {
    subject,
    ...(await completeBody(db, newsletter_key, body)),
    description,
    custom_teaser: await withSnippets(db, newsletter_key, custom_teaser).catch(blameTeaser),
    variant_bodies: await Promise.all(variants),
  };
}

/** Puts the newsletter's own texts around the source, as they stand around each email. */
export function withOwnTexts({ header, footer }: Newsletter, source: EmailSource): EmailSource {
  return { ...source, opening: header, closing: footer };
}

/** Returns the source of mails with data about the newsletter's pictures in it, and about `image`, the picture of the issue. */
export async function withPictures(
  db: Database,
  newsletter: Newsletter,
  source: EmailSource,
  image: string,
): Promise<EmailSource> {
  const { key, header, footer, header_image, logo } = newsletter;
  const { body, custom_teaser } = source;
  return {
    ...withOwnTexts(newsletter, source),
    pictures: await findPictures(
      db,
      key,
      [body, custom_teaser, image, header, footer, header_image, logo].join('\n'),
    ),
  };
}

/**
 * Checks the email's current templates. Throws `subject_invalid`, `body_invalid` and, for its teaser, `email_invalid`,
 * with line, column and reason.
 */
export async function checkTemplates(
  db: Database,
  theme: Theme,
  newsletter_key: number,
  email: Tried,
): Promise<EmailSource> {
  refuseImpossible(email);
  const source = await completeSource(db, newsletter_key, email);
  await compileBoth(source, theme);
  await tryVariants(email, source, theme);
  return source;
}

/**
 * Like checkTemplates, but also renders one copy for a made-up reader. This refuses a template that exceeds its limits, a subject
 * that is empty in every copy, a body that loses much of its text, or a layout of the newsletter's own that cannot be used
 * (`email_invalid`), before anybody waits for the mail.
 */
export async function tryTemplates(
  db: Database,
  theme: Theme,
  newsletter: Newsletter,
  email: Tried & { template?: EmailTemplate | null },
): Promise<EmailSource> {
  refuseImpossible(email, newsletter);
  themeOf(theme, templateOf({ template: email.template ?? null }, newsletter), newsletter);
  const source = await completeSource(db, newsletter.key, email);
  const values = madeUpReader(newsletter, source.subject);
  const look = (compiled: LargeMessage) => {
    const { subject, html, text } = compiled.bind(values);
    const said = sharedText(subject);
    if (said !== undefined && isBlank(said))
      throw domainError('subject_invalid', 'emails.subject_renders_empty');
    for (const pattern of [subject, html, text]) joinPattern(pattern, values);
  };
  const full = await compileBoth(source, theme, values, look);
  await tryVariants(email, source, theme, values, look);
  await demandText(source, full);
  return source;
}

/** Checks the other variants of a test. Throws `email_invalid`, naming the variant. */
async function tryVariants(
  email: Tried,
  source: EmailSource,
  theme: Theme,
  tried: MessageValues | null = null,
  look?: (compiled: LargeMessage) => void,
): Promise<void> {
  for (const [at, variant] of (abTestOf(email)?.variants ?? []).entries()) {
    if (variant.subject === undefined && variant.body === undefined) continue;
    const content = inVariant(source, variant, at);
    try {
      const full = await compileBoth(content, theme, tried, look);
      if (look) await demandText(content, full);
    } catch (error) {
      blameVariant(at, error);
    }
  }
}

/** Returns the source for the people who get this variant, which is number `at` of the other variants. */
export function inVariant<Source extends EmailSource>(
  source: Source,
  { subject = source.subject, body }: AbTest['variants'][number],
  at: number,
): Source {
  return body === undefined
    ? { ...source, subject }
    : { ...source, subject, body: source.variant_bodies?.[at] ?? body, written_lines: undefined };
}

function blameVariant(at: number, error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  const detail = sentence('emails.variant_invalid', { number: at + 1, why: error.detail });
  throw new DomainError('email_invalid', detail);
}

/** Compiles and checks the email, and its custom teaser if it has one. Returns the email. */
async function compileBoth(
  source: EmailSource,
  theme: Theme,
  tried: MessageValues | null = null,
  look: (compiled: LargeMessage) => void = () => {},
): Promise<LargeMessage> {
  const full = await compileLarge(source, theme, tried);
  look(full);
  if (source.custom_teaser.trim() === '') return full;
  try {
    const body = teaserOf(source.body, source.custom_teaser);
    look(await compileLarge({ ...source, body }, theme, tried));
  } catch (error) {
    blameTeaser(error);
  }
  return full;
}

function madeUpReader(newsletter: Newsletter, subject: string): MessageValues {
  return {
    subscriber: { email: 'reader@example.org', type: 'regular', tags: [], metadata: {} },
    newsletter,
    email: { subject, absolute_url: '', secondary_id: null },
    unsubscribe_url: '',
    manage_subscription_url: '',
    answer_url: '',
    referral_url: '',
    subscribe_url: '',
    medium: 'email',
  };
}

function blameTeaser(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== 'body_invalid') throw error;
  const detail = error.detail.replace(/^body\b/, 'custom_teaser');
  throw new DomainError(
    'email_invalid',
    detail,
    error.metadata && { ...error.metadata, part: 'custom_teaser' },
  );
}

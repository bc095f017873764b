import { domainToASCII } from 'node:url';
import type { Selectable } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { Newsletters } from '../platform/database/schema.ts';
import { clearable, leftIfEmpty, line, text, timestamp, webAddress } from '../platform/http/fields.ts';
import { readTwoNames } from '../platform/http/two-names.ts';
import { type Voice, voiceOf } from '../platform/languages/catalogue.ts';
import { languageTag } from '../platform/languages/tag.ts';
import { mailAddress } from '../platform/mail/address.ts';
import { type Look, lookFields, shownLook } from './look.ts';
import { username } from './username.ts';
import { voiceFields } from './voice.ts';

export type Newsletter = Selectable<Newsletters>;

const timezone = z.string().refine(isTimezone, 'use the name of a time zone such as Europe/Berlin or UTC');

/** The rules of every setting. */
export const newsletterFields = {
  username,
  name: line(200).regex(/\S/, 'must not be empty'),
  description: text(5000),
  from_name: line(200),
  from_address: mailAddress,
  reply_to: z.union([z.literal(''), mailAddress], 'use one email address, or leave it empty'),
  timezone,
  ...voiceFields,
  postal_address: text(1000),
  track_opens: z.boolean(),
  track_clicks: z.boolean(),
  undo_seconds: z
    .int()
    .min(0)
    .max(86_400)
    .nullable()
    .describe(
      'For how many seconds a send can be undone before it begins; null: 10 for people in the dashboard, 0 for requests with a key',
    ),
  late_schedule_hours: z.int().min(0).max(8760),
  double_opt_in: z.boolean(),
  sign_up_text: text(1000).describe(
    'Text below the button of the sign-up form, in Markdown; empty: the default text',
  ),
  premium_text: text(2000).describe(
    'What paying subscribers get, in Markdown. Shown where the teaser of a premium email ends; empty: the default text',
  ),
  premium_url: webAddress.describe(
    'Where readers can become paying subscribers. Shown as a button where a teaser ends; empty: no button',
  ),
  confirmation_subject: line(2000).describe(
    'Subject of the mail that asks to confirm; empty: the default subject',
  ),
  confirmation_text: text(10_000).describe(
    'What the mail that asks to confirm says above its button, in Markdown like the body of an email. The button and what follows it cannot be removed. Empty: the default text',
  ),
  welcome_subject: line(2000).describe('Subject of the welcome mail; empty: the default subject'),
  welcome_body: text(100_000).describe(
    'Body of the welcome mail, in Markdown like that of an email; empty: no welcome mail',
  ),
  ...lookFields,
  forms_create_tags: z
    .boolean()
    .describe('Whether the sign-up form creates unknown tags, at most 20 a day; otherwise it ignores them'),
  captcha: z.enum(['', 'hcaptcha', 'turnstile'], 'use hcaptcha or turnstile, or leave it empty'),
  captcha_site_key: line(200),
  captcha_secret: line(200),
  sending_rate: z
    .number()
    .refine(
      rate => rate === 0 || (rate >= 0.001 && rate <= 100_000),
      'use 0, or a number from 0.001 to 100000',
    )
    .describe('Messages per second for all its emails together; 0: as fast as the mail server accepts them'),
};

export const approval_threshold = z
  .int('use a whole number')
  .min(0)
  .max(2_000_000_000)
  .nullable()
  .describe('Sending to more recipients than this needs the approval of a second key; null: never');

export const delivery_months = z
  .int('use a whole number')
  .min(1)
  .max(1200)
  .nullable()
  .describe(
    'How many months deliveries are kept after the last one of an email was served; after that only its counts are kept. null: for ever',
  );

export const newsletterSchema = z
  .object({
    id: z.string(),
    creation_date: timestamp,
    modification_date: timestamp,
    ...newsletterFields,
    username: z.string(),
    from_address: z.string(),
    reply_to: z.string(),
    timezone: z.string(),
    locale: z.string(),
    captcha: z.string(),
    tint_color: z.string(),
    typeface: z.string(),
    page_width: z.string(),
    approval_threshold,
    delivery_months,
  })
  .omit({ captcha_secret: true })
  .extend({
    email_address: z.string().describe('The same as from_address'),
    reply_to_address: z.string().describe('The same as reply_to'),
  })
  .meta({ id: 'Newsletter' });

export const newsletterCreate = z
  .object({
    ...newsletterFields,
    email_address: mailAddress.nullish().transform(value => value ?? undefined),
    reply_to_address: newsletterFields.reply_to.nullish().transform(value => value ?? undefined),
    description: newsletterFields.description.default(''),
    from_name: newsletterFields.from_name.default(''),
    from_address: newsletterFields.from_address.optional(),
    reply_to: newsletterFields.reply_to.optional(),
    timezone: timezone.default('UTC'),
    locale: voiceFields.locale.default('en'),
    formal_words: voiceFields.formal_words.default(false),
    words: voiceFields.words.default({}),
    postal_address: newsletterFields.postal_address.default(''),
    track_opens: newsletterFields.track_opens.default(false),
    track_clicks: newsletterFields.track_clicks.default(false),
    undo_seconds: newsletterFields.undo_seconds.default(null),
    late_schedule_hours: newsletterFields.late_schedule_hours.default(24),
    double_opt_in: newsletterFields.double_opt_in.default(true),
    sign_up_text: newsletterFields.sign_up_text.default(''),
    premium_text: newsletterFields.premium_text.default(''),
    premium_url: newsletterFields.premium_url.default(''),
    confirmation_subject: newsletterFields.confirmation_subject.default(''),
    confirmation_text: newsletterFields.confirmation_text.default(''),
    welcome_subject: newsletterFields.welcome_subject.default(''),
    welcome_body: newsletterFields.welcome_body.default(''),
    tint_color: newsletterFields.tint_color.default(''),
    typeface: newsletterFields.typeface.default(''),
    page_width: newsletterFields.page_width.default(''),
    header_image: newsletterFields.header_image.default(''),
    forms_create_tags: newsletterFields.forms_create_tags.default(true),
    captcha: newsletterFields.captcha.default(''),
    captcha_site_key: newsletterFields.captcha_site_key.default(''),
    captcha_secret: newsletterFields.captcha_secret.default(''),
    sending_rate: newsletterFields.sending_rate.default(0),
    approval_threshold: approval_threshold.default(null),
    delivery_months: delivery_months.default(null),
  })
  .transform(({ from_address, email_address, reply_to, reply_to_address, ...input }, context) => ({
    ...input,
    from_address: readTwoNames(context, { from_address, email_address }),
    reply_to: readTwoNames(context, { reply_to, reply_to_address }) ?? '',
  }));
export type NewsletterCreate = z.output<typeof newsletterCreate>;

/** The answer to the creation of a newsletter, the only one that contains a key of it. */
export const createdNewsletterSchema = newsletterSchema.extend({
  api_key: z
    .string()
    .describe(
      'A key with the permissions of the calling key, for the new newsletter. Shown only once: empty in a replay',
    ),
});

export const newsletterUpdate = z.object({
  username: newsletterFields.username.optional(),
  name: newsletterFields.name.optional(),
  description: clearable(newsletterFields.description, ''),
  from_name: clearable(newsletterFields.from_name, ''),
  from_address: newsletterFields.from_address.optional(),
  email_address: newsletterFields.from_address.optional(),
  reply_to: clearable(newsletterFields.reply_to, ''),
  reply_to_address: clearable(newsletterFields.reply_to, ''),
  timezone: leftIfEmpty(clearable(timezone, 'UTC')),
  locale: clearable(languageTag, 'en').transform(tag => tag || undefined),
  formal_words: clearable(voiceFields.formal_words, false),
  words: clearable(voiceFields.words, {}),
  postal_address: clearable(newsletterFields.postal_address, ''),
  track_opens: clearable(newsletterFields.track_opens, false),
  track_clicks: clearable(newsletterFields.track_clicks, false),
  undo_seconds: newsletterFields.undo_seconds.optional(),
  late_schedule_hours: clearable(newsletterFields.late_schedule_hours, 24),
  double_opt_in: clearable(newsletterFields.double_opt_in, true),
  sign_up_text: clearable(newsletterFields.sign_up_text, ''),
  premium_text: clearable(newsletterFields.premium_text, ''),
  premium_url: clearable(newsletterFields.premium_url, ''),
  confirmation_subject: clearable(newsletterFields.confirmation_subject, ''),
  confirmation_text: clearable(newsletterFields.confirmation_text, ''),
  welcome_subject: clearable(newsletterFields.welcome_subject, ''),
  welcome_body: clearable(newsletterFields.welcome_body, ''),
  tint_color: clearable(newsletterFields.tint_color, ''),
  typeface: clearable(newsletterFields.typeface, ''),
  page_width: clearable(newsletterFields.page_width, ''),
  header_image: clearable(newsletterFields.header_image, ''),
  forms_create_tags: clearable(newsletterFields.forms_create_tags, true),
  captcha: clearable(newsletterFields.captcha, ''),
  captcha_site_key: clearable(newsletterFields.captcha_site_key, ''),
  captcha_secret: clearable(newsletterFields.captcha_secret, '').describe('Never shown'),
  sending_rate: clearable(newsletterFields.sending_rate, 0),
  approval_threshold: approval_threshold.optional(),
  delivery_months: delivery_months.optional(),
});
export type NewsletterUpdate = z.output<typeof newsletterUpdate>;

/**
 * What readers see of each setting: `emails` is part of emails and their pages, `elsewhere` of other mails or pages, `nothing`
 * of neither. A key with bounds changes only the latter.
 */
export const readersSee = {
  username: 'emails',
  name: 'emails',
  description: 'emails',
  from_name: 'emails',
  from_address: 'emails',
  email_address: 'emails',
  reply_to: 'emails',
  reply_to_address: 'emails',
  timezone: 'nothing',
  locale: 'emails',
  formal_words: 'emails',
  words: 'emails',
  postal_address: 'emails',
  track_opens: 'nothing',
  track_clicks: 'nothing',
  undo_seconds: 'nothing',
  late_schedule_hours: 'nothing',
  double_opt_in: 'nothing',
  sign_up_text: 'elsewhere',
  premium_text: 'emails',
  premium_url: 'emails',
  confirmation_subject: 'elsewhere',
  confirmation_text: 'elsewhere',
  welcome_subject: 'elsewhere',
  welcome_body: 'elsewhere',
  tint_color: 'emails',
  typeface: 'emails',
  page_width: 'emails',
  header_image: 'emails',
  forms_create_tags: 'nothing',
  captcha: 'nothing',
  captcha_site_key: 'nothing',
  captcha_secret: 'nothing',
  sending_rate: 'nothing',
  approval_threshold: 'nothing',
  delivery_months: 'nothing',
} as const satisfies Record<keyof NewsletterUpdate, 'emails' | 'elsewhere' | 'nothing'>;

/** The newsletter as the API shows it. Two fields appear under both of their names. */
export function showNewsletter<Shown extends Newsletter>(newsletter: Shown) {
  return {
    ...newsletter,
    email_address: newsletter.from_address,
    reply_to_address: newsletter.reply_to,
  };
}

/** The address a newsletter sends from until it has one of its own. */
export function defaultFromAddress(username: string, base_url: string): string {
  const host = domainToASCII(new URL(base_url).hostname);
  return `${username}@${host.includes('.') && !/^[\d.[\]:]+$/.test(host) ? host : 'postrider.localhost'}`;
}

/**
 * What pages show about a newsletter. `path` has no host, because our pages work under any host name that leads here.
 */
export function shown(newsletter: Pick<Newsletter, 'name' | 'username'> & Look & Voice, base_url: string) {
  return { ...named(newsletter, base_url), look: shownLook(newsletter), voice: voiceOf(newsletter) };
}

/** What the pages of an installation show about a newsletter. */
export function named(
  { name, username }: Pick<Newsletter, 'name' | 'username'>,
  base_url: string,
): { name: string; path: string } {
  return { name, path: new URL(`${base_url}/${username}`).pathname };
}

function isTimezone(name: string): boolean {
  try {
    // Stricter than Intl, which also accepts ambiguous abbreviations such as IST.
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

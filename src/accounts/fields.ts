import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { clearable, leftIfEmpty, line, schemasOf, text, webAddress } from '../platform/http/fields.ts';
import { languageTag } from '../platform/languages/tag.ts';
import { mailAddress } from '../platform/mail/address.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { digestTime } from './digests.ts';
import { ownDomain } from './domain.ts';
import { type LookField, lookFields } from './look/fields.ts';
import { mailCap, quietHours } from './restraint.ts';
import { username } from './username.ts';

/** A setting that clients can change, as the service knows it. */
export type Field = {
  /** The values that the setting may have. */
  rule: z.ZodType;
  /** The schema that the API shows, if clients do not need the rule. */
  shown: z.ZodType;
  create: z.ZodType;
  update: z.ZodType;
  /** The type of its column. */
  column: string;
  /**
   * Where readers see it: `emails` means in emails and on their pages, `elsewhere` in other mails or on other pages. A key with bounds
   * changes neither.
   */
  readers?: 'emails' | 'elsewhere';
  /** False if bundles leave it out; `lately` if only bundles of earlier versions do: an import then sets the value that a create gives. */
  bundled?: false | 'lately';
};

/** A setting that a create may omit and that null clears: it becomes `empty`. */
function optional<Rule extends z.ZodType>(rule: Rule, empty: z.output<Rule>) {
  const create = rule.default(empty as z.core.util.NoUndefined<z.output<Rule>>);
  return { rule, shown: rule, create, update: clearable(rule, empty) };
}

/** A setting for which null means something. */
function nullable<Rule extends z.ZodType>(rule: Rule, meaning: string) {
  const described = rule.nullable().describe(meaning);
  return {
    rule: described,
    shown: described,
    create: described.default(null as z.core.util.NoUndefined<z.output<Rule>>),
    update: described.optional(),
    column: 'int',
  } as const;
}

const words = <Rule extends z.ZodType<string>>(rule: Rule) =>
  ({ ...optional(rule, '' as z.output<Rule>), column: 'text' }) as const;
const flag = (empty: boolean, meaning?: string) =>
  ({
    ...optional(meaning ? z.boolean().describe(meaning) : z.boolean(), empty),
    column: 'boolean',
  }) as const;
const mailText = (meaning: string) =>
  ({
    ...words(text(10_000).describe(`${meaning}, in Markdown; empty: the default text`)),
    readers: 'elsewhere',
    bundled: 'lately',
  }) as const;
const mailSubject = (meaning: string) =>
  ({
    ...words(line(2000).describe(`${meaning}; empty: the default subject`)),
    readers: 'elsewhere',
    bundled: 'lately',
  }) as const;
/** The first settings of the look, which bundles of all versions have. */
const earlyLook: readonly string[] = [
  'tint_color',
  'typeface',
  'page_width',
  'header_image',
] satisfies LookField[];

/** The settings of the look. Stored text is shown as it is, even if the rule was different when it was stored. */
const look = Object.fromEntries(
  Object.entries(lookFields).map(([name, { rule, empty }]) => [
    name,
    {
      ...optional<z.ZodType>(rule, empty),
      shown: typeof empty === 'string' ? z.string().describe(rule.description ?? '') : rule,
      column: typeof empty === 'string' ? 'text' : 'jsonb',
      readers: 'emails',
      ...(!earlyLook.includes(name) && { bundled: 'lately' }),
    },
  ]),
) as unknown as { [Name in LookField]: LookSetting<(typeof lookFields)[Name]['rule']> };

type LookSetting<Rule extends z.ZodType> = Pick<Field, 'column' | 'bundled'> &
  Omit<ReturnType<typeof optional<Rule>>, 'shown'> & {
    shown: z.output<Rule> extends string ? z.ZodString : Rule;
    readers: 'emails';
  };

const name = line(200).regex(/\S/, sentence('input.not_empty'));
const replyTo = z.union([z.literal(''), mailAddress], sentence('input.address_or_empty'));
const replies = z.enum(['mailbox', 'inbox', 'inbox_and_mailbox']);
const timezone = z.string().refine(isTimezone, sentence('input.time_zone'));
const locale = languageTag
  .refine(tag => tag !== '', sentence('input.language'))
  .describe(
    'The language of pages, mails and dates, as a BCP 47 tag such as de, pt-BR or ar. Texts are in the nearest language for which there are translations, or else in English; dates and numbers follow the tag',
  );
const ownText = text(5000).min(1, sentence('input.not_empty'));
const ownWords = z
  .record(z.string().max(60), z.record(z.string().max(100), ownText))
  .describe(
    'Your own texts in place of ours, by language and key: {"de": {"form.subscribe": "Her damit"}}. The keys and their texts, in ICU MessageFormat, are in themes/default/words',
  );
const sisters = z
  .array(z.uuid())
  .max(20)
  .describe(
    'Ids of other newsletters of the installation that the page where readers manage their subscription offers. Each is offered once it names this one as well',
  );
const captcha = z.enum(['', 'hcaptcha', 'turnstile'], sentence('input.captcha'));

/** One row for each setting. */
export const fields = {
  username: {
    rule: username,
    shown: z.string(),
    create: username,
    update: username.optional(),
    column: 'text',
    readers: 'emails',
  },
  name: {
    rule: name,
    shown: name,
    create: name,
    update: name.optional(),
    column: 'text',
    readers: 'emails',
  },
  description: { ...words(text(5000)), readers: 'emails' },
  from_name: { ...words(line(200)), readers: 'emails' },
  from_address: {
    rule: mailAddress,
    shown: z.string(),
    create: mailAddress.optional(),
    update: mailAddress.optional(),
    column: 'text',
    readers: 'emails',
  },
  reply_to: {
    ...words(replyTo),
    shown: z.string(),
    create: replyTo.optional(),
    readers: 'emails',
  },
  replies: {
    ...optional(
      replies.describe(
        'Where replies to mails go. mailbox: to reply_to, or else from_address. inbox: to the dashboard, through an address of this installation. inbox_and_mailbox: to the dashboard, and a copy of each to reply_to or from_address. Except for mailbox, the installation needs BOUNCE_DOMAIN',
      ),
      'mailbox' as const,
    ),
    column: 'reply_handling',
    readers: 'emails',
    bundled: 'lately',
  },
  timezone: {
    ...optional(timezone, 'UTC'),
    shown: z.string(),
    update: leftIfEmpty(clearable(timezone, 'UTC')),
    column: 'text',
  },
  locale: {
    ...words(locale),
    shown: z.string(),
    create: locale.default('en'),
    // An empty text changes nothing, as for the time zone.
    update: clearable(languageTag, 'en').transform(tag => tag || undefined),
    readers: 'emails',
    bundled: 'lately',
  },
  formal_words: {
    ...flag(
      false,
      'Whether languages with a formal and an informal form use the formal one: Sie instead of du in German',
    ),
    readers: 'emails',
    bundled: 'lately',
  },
  words: { ...optional(ownWords, {}), column: 'jsonb', readers: 'emails', bundled: 'lately' },
  // A copy of a newsletter is not found at the domain of the original.
  domain: {
    ...optional(ownDomain, ''),
    shown: z.string(),
    column: 'text',
    readers: 'emails',
    bundled: false,
  },
  // Mail to the bounce domain of the original does not reach another installation either.
  bounce_domain: {
    ...optional(
      ownDomain.describe(
        'The domain to which bounces of its mail come, such as bounces.example.org, so that SPF passes for its own domain; empty: the one of the installation (BOUNCE_DOMAIN), which must be set. The check of the domain says whether its MX record leads to the same mail servers',
      ),
      '',
    ),
    shown: z.string(),
    column: 'text',
    readers: 'emails',
    bundled: false,
  },
  postal_address: { ...words(text(1000)), readers: 'emails' },
  track_opens: flag(false),
  track_clicks: flag(false),
  undo_seconds: nullable(
    z.int().min(0).max(86_400),
    'For how many seconds a send can be undone before it begins; null: 10 for people in the dashboard, 0 for requests with a key',
  ),
  late_schedule_hours: { ...optional(z.int().min(0).max(8760), 24), column: 'int' },
  double_opt_in: flag(true),
  sign_up_text: {
    ...words(
      text(1000).describe('Text below the button of the sign-up form, in Markdown; empty: the default text'),
    ),
    readers: 'elsewhere',
  },
  asks_timezone: {
    ...flag(
      false,
      'Whether the sign-up form asks for the time zone, which becomes `metadata.timezone`. The form suggests the time zone of the browser, and never guesses one from an IP address',
    ),
    readers: 'elsewhere',
    bundled: 'lately',
  },
  comment_notices: {
    ...flag(true, 'Whether from_address is mailed about new comments, at most once an hour'),
    bundled: 'lately',
  },
  // In another installation, these ids belong to other newsletters.
  sister_newsletters: {
    ...optional(sisters, []),
    column: 'jsonb',
    readers: 'elsewhere',
    bundled: false,
  },
  free_subscriptions: {
    ...flag(
      true,
      'Whether people who subscribe get the free issues. Otherwise they are `unpaid`, and get no mail, until they pay or are given a grant. Existing readers keep what they have',
    ),
    readers: 'elsewhere',
    bundled: 'lately',
  },
  premium_text: {
    ...words(
      text(2000).describe(
        'What paying subscribers get, in Markdown. Shown where the teaser of a premium email ends; empty: the default text',
      ),
    ),
    readers: 'emails',
  },
  premium_url: {
    ...words(
      webAddress.describe(
        'Where readers can become paying subscribers. Shown as a button where a teaser ends; empty: no button',
      ),
    ),
    readers: 'emails',
  },
  confirmation_subject: {
    ...words(line(2000).describe('Subject of the mail that asks to confirm; empty: the default subject')),
    readers: 'elsewhere',
  },
  confirmation_text: {
    ...words(
      text(10_000).describe(
        'Text above the button of the mail that asks to confirm, in Markdown like the body of an email. The button and what follows it cannot be removed. Empty: the default text',
      ),
    ),
    readers: 'elsewhere',
  },
  welcome_subject: {
    ...words(line(2000).describe('Subject of the welcome mail; empty: the default subject')),
    readers: 'elsewhere',
  },
  welcome_body: {
    ...words(
      text(100_000).describe(
        'Body of the welcome mail, in Markdown like that of an email; empty: no welcome mail',
      ),
    ),
    readers: 'elsewhere',
  },
  ...look,
  forms_create_tags: flag(
    true,
    'Whether the sign-up form creates unknown tags, at most 20 a day; otherwise it ignores them',
  ),
  // Bundles do not contain the secret of the captcha, so they leave out all of it.
  captcha: { ...words(captcha), shown: z.string(), readers: 'elsewhere', bundled: false },
  captcha_site_key: { ...words(line(200)), readers: 'elsewhere', bundled: false },
  captcha_secret: { ...words(line(200).describe('Never shown')), bundled: false },
  trial_days: {
    ...optional(
      z
        .int(sentence('input.whole_number'))
        .min(0)
        .max(366)
        .describe('For how many days everybody who confirms their sign-up gets premium mail; 0: no trial'),
      0,
    ),
    column: 'int',
    bundled: 'lately',
  },
  catch_up_emails: {
    ...optional(
      z
        .int(sentence('input.whole_number'))
        .min(0)
        .max(20)
        .describe(
          'How many of the newest premium emails are mailed later to somebody who was entitled to them and has no copy; 0: none',
        ),
      1,
    ),
    column: 'int',
    bundled: 'lately',
  },
  gift_subject: mailSubject('Subject of the mail that announces a gift'),
  gift_text: mailText('Text of the mail that announces a gift'),
  ending_subject: mailSubject('Subject of the mail three days before a gift or trial ends'),
  ending_text: mailText('Text of the mail three days before a gift or trial ends'),
  ended_subject: mailSubject('Subject of the mail after a gift or trial has ended'),
  ended_text: mailText('Text of the mail after a gift or trial has ended'),
  sending_rate: {
    ...optional(
      z
        .number()
        .refine(rate => rate === 0 || (rate >= 0.001 && rate <= 100_000), sentence('input.rate'))
        .describe(
          'Messages per second for all its emails together; 0: as fast as the mail server accepts them',
        ),
      0,
    ),
    column: 'float8',
  },
  mail_cap: {
    ...nullable(
      mailCap,
      'The maximum number of mails (emails and mails of sequences together) that one person gets within this many days of 24 hours. Emails leave out people who have had that many; sequences wait. null: no cap',
    ),
    column: 'jsonb',
    bundled: 'lately',
  },
  quiet_hours: {
    ...nullable(
      quietHours,
      'The hours in which sequences mail nobody, in the reader’s time zone if it is known, and otherwise in the newsletter’s. They last past midnight if `until` is earlier than `from`. null: none',
    ),
    column: 'jsonb',
    bundled: 'lately',
  },
  digests: {
    ...nullable(
      digestTime,
      'When readers who chose fewer mails get a digest of the issues since the last one: weekly on this day, monthly on the first such day of a month, in the newsletter’s time zone. null: readers cannot choose, and everybody gets each issue',
    ),
    column: 'jsonb',
    readers: 'elsewhere',
    bundled: 'lately',
  },
  approval_threshold: nullable(
    z.int(sentence('input.whole_number')).min(0).max(2_000_000_000),
    'Sending to more recipients than this needs the approval of a second key; null: never',
  ),
  dkim_rotation_months: {
    ...nullable(
      z.int(sentence('input.whole_number')).min(1).max(36),
      'After how many months new DKIM keys replace those that sign. They are made 14 days ahead, and sign once DNS has their records. null: keys are replaced only when somebody creates new ones',
    ),
    bundled: 'lately',
  },
  delivery_months: nullable(
    z.int(sentence('input.whole_number')).min(1).max(1200),
    'How many months deliveries are kept after the last one of an email was served; after that only its counts are kept. null: for ever',
  ),
} as const satisfies Record<string, Field>;

export type FieldName = keyof typeof fields;
export const fieldNames = Object.keys(fields) as FieldName[];

export const shown = schemasOf(fields, 'shown');
export const created = schemasOf(fields, 'create');
export const updated = schemasOf(fields, 'update');

/** Returns the settings that readers see in this place. */
export function shownTo(readers: Field['readers']): FieldName[] {
  return fieldNames.filter(name => (fields[name] as Field).readers === readers);
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

import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Forms } from '../../platform/database/schema.ts';
import { line, text, timestamp, webAddress } from '../../platform/http/fields.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { formExample } from './example.ts';
import { fieldsInput, fieldsSchema } from './fields.ts';

export type Form = Selectable<Forms>;

export const formStatuses = ['active', 'inactive'] as const;
const usualLimit = 500;

const title = line(200).refine(words => words.trim() !== '', sentence('input.not_empty'));
const slug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,99}$/, sentence('input.form_slug'))
  .describe('The end of its address');
const words = text(20_000);
const redirect = webAddress
  .refine(address => address === '' || address.startsWith('https://'), sentence('input.https'))
  .describe(
    'The https address to which people go after they have signed up; a form in a frame ignores it. Empty: our own page',
  );
const status = z
  .enum(formStatuses, sentence('input.one_of', { values: formStatuses.join(', ') }))
  .describe('inactive: the page says that the form is closed');

const rules = {
  body: words.describe('Markdown above the fields'),
  fields: fieldsInput,
  button: line(60).describe('The word on the button; empty: Subscribe'),
  consent_text: words.describe('Markdown below the button, kept as evidence; empty: that of the newsletter'),
  success_body: words.describe('Markdown after somebody signed up; empty: the usual text'),
  redirect_url: redirect,
  tags: z
    .array(z.string().max(100))
    .max(20, sentence('input.most_tags', { most: 20 }))
    .describe('Tags that everybody gets who signs up: ids or names of existing tags'),
  double_opt_in: z
    .boolean()
    .nullable()
    .describe(
      'Whether people must confirm their address; null: as in the newsletter. People who send the form without having seen our page must always confirm',
    ),
  hourly_limit: z
    .int(sentence('input.whole_number'))
    .min(1, sentence('input.bound'))
    .max(100_000)
    .nullable()
    .describe('The maximum number of sign-ups within an hour; null: no limit'),
};
const usual = {
  body: '',
  fields: [],
  button: '',
  consent_text: '',
  success_body: '',
  redirect_url: '',
  tags: [],
  double_opt_in: null,
  hourly_limit: usualLimit,
} satisfies { [Name in keyof typeof rules]: z.output<(typeof rules)[Name]> };

export const formSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    slug: z.string(),
    ...rules,
    fields: fieldsSchema,
    tags: z.array(z.string()).describe('Ids'),
    status,
    page_url: z.string().describe('The page with the form; other sites send their fields there too'),
    frame_url: z.string().describe('The form alone, for a frame on any site'),
    subscriber_count: z
      .int()
      .describe('People who became subscribers through this form; without erased people'),
    confirmed_subscriber_count: z.int().describe('How many of them have confirmed'),
    creation_date: timestamp,
    modification_date: timestamp,
  })
  .meta({ id: 'Form', examples: [formExample] });

type Rules = typeof rules;
const created = Object.fromEntries(
  Object.entries(rules).map(([name, rule]) => [
    name,
    rule.nullish().transform(value => value ?? usual[name as keyof Rules]),
  ]),
) as unknown as {
  [Name in keyof Rules]: z.ZodType<z.output<Rules[Name]>, z.input<Rules[Name]> | null | undefined>;
};

export const formCreate = z.object({
  title,
  slug,
  ...created,
  hourly_limit: rules.hourly_limit.default(usualLimit),
  status: status.nullish().transform(value => value ?? ('active' as const)),
});
export type FormCreate = z.output<typeof formCreate>;

/** Null leaves a field unchanged, as in the public API; for double_opt_in and hourly_limit it is a value. */
const optionally = <Rule extends z.ZodType>(rule: Rule) =>
  rule.nullish().transform(value => value ?? undefined);

export const formUpdate = z.object({
  title: optionally(title),
  slug: optionally(slug),
  body: optionally(rules.body),
  fields: optionally(rules.fields),
  button: optionally(rules.button),
  consent_text: optionally(rules.consent_text),
  success_body: optionally(rules.success_body),
  redirect_url: optionally(rules.redirect_url),
  tags: optionally(rules.tags),
  double_opt_in: rules.double_opt_in.optional(),
  hourly_limit: rules.hourly_limit.optional(),
  status: optionally(status),
});
export type FormUpdate = z.output<typeof formUpdate>;

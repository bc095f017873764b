import { z } from 'zod';
import type { ErrorCode } from '../platform/errors.ts';
import { clearable, line, metadata, text, webAddress } from '../platform/http/fields.ts';
import { isBlank } from '../platform/http/words.ts';
import { emailStatuses, emailTypes } from './email.ts';
import { asked, createExample, previewExample, publishExample, updateExample } from './examples.ts';
import { publishDate, publishDateOrNone } from './publish-date.ts';

/** A subject, or the template of one. */
export const subject = line(2000).refine(
  value => !isBlank(value),
  'an email needs a subject that can be seen',
);
const tagList = z.array(z.string().max(100)).max(1000, 'at most 1000 tags');
const slugRule = 'use 1 to 100 letters, digits, - or _';
const slug = z.string().regex(/^[a-zA-Z0-9_-]{1,100}$/, slugRule);
const email_type = z.enum(emailTypes, `use one of ${emailTypes.join(', ')}`);
/** Of the statuses that a client may name in this request, not all of which are open to every email. */
const statusOneOf = (allowed: string) =>
  z.enum(
    emailStatuses,
    `use ${allowed}. An email to one person goes by POST /v1/subscribers/{id_or_email}/emails/{email_id}`,
  );

const fields = {
  included_tags: tagList,
  excluded_tags: tagList,
  attachments: z
    .array(z.string())
    .max(100, 'at most 100 attachments')
    .transform(ids => [...new Set(ids.map(id => id.toLowerCase()))]),
  description: text(5000),
  canonical_url: webAddress,
  image: webAddress,
  body: text(5_000_000),
  metadata,
  custom_teaser: text(100_000),
};

const filterRule =
  'only conditions on subscriber.tags, all of them together, are understood; use included_tags and excluded_tags';

/** The later form of the audience. What only says "has" or "has not these tags" is read; anything else is refused. */
const filters = z
  .union(
    [
      // Strict, since what is passed over here would send the email to everybody.
      z.strictObject({
        filters: z.array(z.unknown()).default([]),
        groups: z.array(z.unknown()).default([]),
        predicate: z.enum(['and', 'or']).default('and'),
      }),
      z.array(z.unknown()),
    ],
    filterRule,
  )
  .nullish()
  .transform((given, context) => {
    const {
      filters: conditions,
      groups,
      predicate,
    } = Array.isArray(given) || !given ? { filters: given ?? [], groups: [], predicate: 'and' } : given;
    const read = z.array(tagCondition).safeParse(conditions);
    if (read.success && groups.length === 0 && (predicate === 'and' || read.data.length < 2)) {
      const values = (has: boolean) =>
        read.data.filter(condition => condition.has === has).flatMap(condition => condition.values);
      return { included: values(true), excluded: values(false) };
    }
    context.addIssue({ code: 'custom', message: filterRule });
    return z.NEVER;
  });

const tagCondition = z
  .strictObject({
    field: z.enum(['subscriber.tags', 'tags', 'tag']),
    operator: z.enum([
      'contains',
      'includes',
      'has',
      'not_contains',
      'not_includes',
      'does_not_contain',
      'has_not',
    ]),
    value: z.union([z.string().transform(one => [one]), z.array(z.string())]),
  })
  .transform(({ operator, value }) => ({ has: !/not/.test(operator), values: value }));

export const emailCreate = z
  .object({
    subject,
    body: fields.body.nullish().transform(value => value ?? ''),
    status: statusOneOf('draft, about_to_send, scheduled or imported').optional(),
    publish_date: publishDate.nullish().transform(value => value ?? null),
    email_type: email_type.nullish().transform(value => value ?? ('public' as const)),
    included_tags: fields.included_tags.nullish().transform(value => value ?? []),
    excluded_tags: fields.excluded_tags.nullish().transform(value => value ?? []),
    attachments: fields.attachments.nullish().transform(value => value ?? []),
    description: fields.description.nullish().transform(value => value ?? ''),
    canonical_url: fields.canonical_url.nullish().transform(value => value ?? ''),
    image: fields.image.nullish().transform(value => value ?? ''),
    slug: z
      .union([z.literal('').transform(() => undefined), slug], slugRule)
      .nullish()
      .transform(value => value ?? undefined),
    metadata: fields.metadata.nullish().transform(value => value ?? {}),
    should_send_teaser: z
      .boolean()
      .nullish()
      .transform(value => value ?? false),
    custom_teaser: fields.custom_teaser.nullish().transform(value => value ?? ''),
    filters,
  })
  .transform(({ filters, ...input }) => ({
    ...input,
    included_tags: [...input.included_tags, ...filters.included],
    excluded_tags: [...input.excluded_tags, ...filters.excluded],
  }))
  .meta(asked(createExample));
export type EmailCreate = z.output<typeof emailCreate>;

export const emailUpdate = z
  .object({
    subject: subject.optional(),
    body: clearable(fields.body, ''),
    status: statusOneOf('draft, about_to_send, scheduled or deleted').optional(),
    publish_date: publishDateOrNone.optional(),
    email_type: clearable(email_type, 'public'),
    included_tags: clearable(fields.included_tags, []),
    excluded_tags: clearable(fields.excluded_tags, []),
    attachments: clearable(fields.attachments, []),
    description: clearable(fields.description, ''),
    canonical_url: clearable(fields.canonical_url, ''),
    image: clearable(fields.image, ''),
    slug: slug.nullable().optional().describe('null makes a new one from the subject'),
    metadata: clearable(fields.metadata, {}),
    should_send_teaser: clearable(z.boolean(), false),
    custom_teaser: clearable(fields.custom_teaser, ''),
    secondary_id: z.int().min(1).max(2_000_000_000).nullable().optional(), // leaves int4 room for issues to come
    filters,
  })
  .transform(({ filters, ...input }) => ({
    ...input,
    included_tags: merge(input.included_tags, filters.included),
    excluded_tags: merge(input.excluded_tags, filters.excluded),
  }))
  .meta(asked(updateExample));
export type EmailUpdate = z.output<typeof emailUpdate>;

export const emailPublish = z
  .object({
    publish_date: publishDate.nullish(),
  })
  .meta(asked(publishExample));

/** What a preview may say in place of what the email says, and for whom it is. */
export const emailPreview = z
  .object({
    subscriber: z
      .string()
      .optional()
      .describe('Id or address of the subscriber to preview it for; a made-up reader without'),
    subject: subject.optional(),
    body: fields.body.optional(),
    description: fields.description.optional(),
    email_type: email_type.optional(),
    should_send_teaser: z.boolean().optional(),
    custom_teaser: fields.custom_teaser.optional(),
  })
  .meta(asked(previewExample));

/** The code that tells which field of an email is wrong. */
export const emailCodes: Readonly<Record<string, ErrorCode>> = {
  subject: 'subject_invalid',
  body: 'body_invalid',
  status: 'status_invalid',
  publish_date: 'publish_date_invalid',
  slug: 'slug_invalid',
  canonical_url: 'canonical_url_invalid',
  image: 'image_invalid',
  included_tags: 'tag_invalid',
  excluded_tags: 'tag_invalid',
  attachments: 'attachment_invalid',
  email_type: 'email_type_invalid',
  metadata: 'metadata_invalid',
  '*': 'email_invalid',
};

function merge(words: string[] | undefined, more: string[]): string[] | undefined {
  return more.length === 0 ? words : [...(words ?? []), ...more];
}

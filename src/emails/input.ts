import { z } from 'zod';
import { filtersInput, filtersUpdate } from '../audience/filter/tag-lists.ts';
import type { ErrorCode } from '../platform/errors.ts';
import { asked, clearable, line, metadata, text, webAddress } from '../platform/http/fields.ts';
import { visible } from '../platform/http/words.ts';
import { isId } from '../platform/ids.ts';
import { archivalModes, commentingModes, emailStatuses, emailTemplates, emailTypes } from './email.ts';
import { createExample, previewExample, updateExample } from './examples.ts';
import { publishDate, publishDateOrNone } from './publish-date.ts';

/** A subject, or its template. */
export const subject = line(2000).regex(visible, 'must contain visible characters');
const tagList = z.array(z.string().max(100)).max(1000, 'use at most 1000 tags');
const slugRule = 'use 1 to 100 letters, digits, - or _';
const slug = z.string().regex(/^[a-zA-Z0-9_-]{1,100}$/, slugRule);
const email_type = z.enum(emailTypes, `use one of ${emailTypes.join(', ')}`);
/** The statuses that a client may name in this request. Not every email can get each of them. */
const statusOneOf = (allowed: string) =>
  z.enum(
    emailStatuses,
    `use ${allowed}. To send an email to one person, use POST /v1/subscribers/{id_or_email}/emails/{email_id}`,
  );

const fields = {
  included_tags: tagList,
  excluded_tags: tagList,
  attachments: z
    .array(z.string())
    .max(100, 'use at most 100 attachments')
    .transform(ids => [...new Set(ids.map(id => id.toLowerCase()))]),
  description: text(5000),
  canonical_url: webAddress,
  image: webAddress,
  body: text(5_000_000),
  metadata,
  custom_teaser: text(100_000),
};

const id = z
  .string()
  .refine(isId, 'use the ids of emails')
  .transform(one => one.toLowerCase());
const secondary_id = z.int().min(1).max(2_000_000_000); // leaves space in int4 for later issues
const later = {
  archival_mode: z.enum(
    archivalModes,
    `use one of ${archivalModes.join(', ')}; to mail nobody, use email_type archival`,
  ),
  featured: z.boolean(),
  commenting_mode: z.enum(commentingModes, `use one of ${commentingModes.join(', ')}`),
  related_email_ids: z
    .array(id)
    .max(50, 'use at most 50 emails')
    .transform(ids => [...new Set(ids)]),
  template: z.enum(emailTemplates, `use one of ${emailTemplates.join(', ')}, or null for the default`),
};

/** Fields that would change who pays or who gets mail are refused if unsupported; a client may state the default. */
const refused = {
  should_trigger_pay_per_email_billing: z
    .literal(false, 'must be false, since nothing is charged; or omit it')
    .nullish(),
  suppression_reason: z
    .null('is not supported; omit it, and keep the email as a draft if nobody should get it')
    .optional(),
};

export const emailCreate = z
  .object({
    subject,
    body: fields.body.nullish().transform(value => value ?? ''),
    status: statusOneOf('draft, about_to_send, scheduled or imported').optional(),
    publish_date: publishDate.nullish().transform(value => value ?? null),
    email_type: email_type.nullish().transform(value => value ?? ('public' as const)),
    included_tags: fields.included_tags.nullish().transform(value => value ?? undefined),
    excluded_tags: fields.excluded_tags.nullish().transform(value => value ?? undefined),
    filters: filtersInput,
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
    secondary_id: secondary_id.nullish().transform(value => value ?? null),
    archival_mode: later.archival_mode.nullish().transform(value => value ?? ('enabled' as const)),
    featured: later.featured.nullish().transform(value => value ?? false),
    commenting_mode: later.commenting_mode.nullish().transform(value => value ?? ('disabled' as const)),
    related_email_ids: later.related_email_ids.nullish().transform(value => value ?? []),
    template: later.template.nullish().transform(value => value ?? null),
    ...refused,
  })
  .transform(({ should_trigger_pay_per_email_billing, suppression_reason, ...input }) => input)
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
    filters: filtersUpdate,
    attachments: clearable(fields.attachments, []),
    description: clearable(fields.description, ''),
    canonical_url: clearable(fields.canonical_url, ''),
    image: clearable(fields.image, ''),
    slug: slug.nullable().optional().describe('null creates a new one from the subject'),
    metadata: clearable(fields.metadata, {}),
    should_send_teaser: clearable(z.boolean(), false),
    custom_teaser: clearable(fields.custom_teaser, ''),
    secondary_id: secondary_id.nullable().optional(),
    archival_mode: clearable(later.archival_mode, 'enabled'),
    featured: clearable(later.featured, false),
    commenting_mode: clearable(later.commenting_mode, 'disabled'),
    related_email_ids: clearable(later.related_email_ids, []),
    template: z
      .enum([...emailTemplates, 'none'], `use one of ${emailTemplates.join(', ')}, or null for the default`)
      .transform(value => (value === 'none' ? null : value))
      .nullable()
      .optional(),
    ...refused,
  })
  .transform(({ should_trigger_pay_per_email_billing, suppression_reason, ...changes }) => changes)
  .meta(asked(updateExample));
export type EmailUpdate = z.output<typeof emailUpdate>;

/** The fields that a preview can replace, and for whom it is. */
export const emailPreview = z
  .object({
    subscriber: z
      .string()
      .optional()
      .describe('Id or address of the subscriber to preview it for; defaults to a made-up reader'),
    subject: subject.optional(),
    body: fields.body.optional(),
    description: fields.description.optional(),
    email_type: email_type.optional(),
    should_send_teaser: z.boolean().optional(),
    custom_teaser: fields.custom_teaser.optional(),
    template: later.template.nullable().optional(),
    archival_mode: later.archival_mode.optional(),
    image: fields.image.optional(),
    canonical_url: fields.canonical_url.optional(),
    related_email_ids: later.related_email_ids.optional(),
    lines: z
      .boolean()
      .optional()
      .describe('Mark blocks of Markdown with `data-line`, the line of the body at which they begin'),
    page: z.boolean().optional().describe('Show the public page too, in `web`'),
  })
  .meta(asked(previewExample));

/** The error code for each field of an email. */
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

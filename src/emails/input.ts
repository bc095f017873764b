import { z } from 'zod';
import { domainError } from '../platform/errors.ts';
import { asked } from '../platform/http/fields.ts';
import { isObject } from '../platform/http/query.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { createExample, previewExample, updateExample } from './examples.ts';
import { created, fields, updated } from './fields.ts';

/** Unsupported fields that would change who pays or who gets mail. A client may only send their defaults. */
const refused = {
  should_trigger_pay_per_email_billing: z.literal(false, sentence('input.not_charged')).nullish(),
  suppression_reason: z.null(sentence('input.suppressed_unsupported')).optional(),
};

/** Fields that a program may take for the audience of an email. The email would ignore them and go to everybody. */
const misnamed = ['to', 'cc', 'bcc', 'recipients', 'subscribers', 'tags', 'segment', 'segments'] as const;
const isNothing = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Throws `email_invalid` if the body names an audience in a field that does not exist. */
export function refuseMisnamedAudience(body: unknown): void {
  if (!isObject(body)) return;
  const name = misnamed.find(one => Object.hasOwn(body, one) && !isNothing(body[one]));
  if (name)
    throw domainError('email_invalid', 'emails.audience_misnamed', {
      field: name,
      address: 'POST /v1/subscribers/{id_or_email}/emails/{email_id}',
    });
}

export const emailCreate = z
  .object({ ...created, ...refused })
  .transform(({ should_trigger_pay_per_email_billing, suppression_reason, ...input }) => input)
  .meta(asked(createExample));
export type EmailCreate = z.output<typeof emailCreate>;

/** The values that a create uses for fields that a client does not name. */
export const unnamed: Omit<EmailCreate, 'subject'> = emailCreate.parse({ subject: 'Unnamed' });

export const emailUpdate = z
  .object({ ...updated, ...refused })
  .transform(({ should_trigger_pay_per_email_billing, suppression_reason, ...changes }) => changes)
  .meta(asked(updateExample));
export type EmailUpdate = z.output<typeof emailUpdate>;

/** The fields that a preview can replace, and the reader whom it is for. */
export const emailPreview = z
  .object({
    subscriber: z
      .string()
      .optional()
      .describe('Id or address of the subscriber to preview it for; defaults to a made-up reader'),
    subject: fields.subject.input.optional(),
    body: fields.body.input.optional(),
    description: fields.description.input.optional(),
    email_type: fields.email_type.input.optional(),
    should_send_teaser: fields.should_send_teaser.input.optional(),
    custom_teaser: fields.custom_teaser.input.optional(),
    template: fields.template.input.optional(),
    archival_mode: fields.archival_mode.input.optional(),
    image: fields.image.input.optional(),
    canonical_url: fields.canonical_url.input.optional(),
    related_email_ids: fields.related_email_ids.input.optional(),
    lines: z
      .boolean()
      .optional()
      .describe('Mark blocks of Markdown with `data-line`, the line of the body at which they begin'),
    page: z.boolean().optional().describe('Show the public page too, in `web`'),
  })
  .meta(asked(previewExample));

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { DomainError } from '../platform/errors.ts';
import type { DemandedTags } from '../platform/http/conditional.ts';
import { errorBody } from '../platform/http/errors.ts';
import { type Email, emailSchema } from './email.ts';
import { changedExample } from './examples.ts';
import type { EmailUpdate } from './input.ts';

/** The fields that make one version differ from another: those that a PATCH can change. Counters are not among them. */
const versioned = [
  'subject',
  'body',
  'status',
  'publish_date',
  'email_type',
  'included_tags',
  'excluded_tags',
  'filters',
  'attachments',
  'description',
  'canonical_url',
  'image',
  'slug',
  'metadata',
  'should_send_teaser',
  'custom_teaser',
  'secondary_id',
  'archival_mode',
  'featured',
  'commenting_mode',
  'related_email_ids',
  'template',
] as const satisfies readonly (keyof EmailUpdate & keyof Email)[];

/** The entity tag of this version of the email (RFC 9110 §8.8.3). */
export function etagOf(email: Pick<Email, (typeof versioned)[number]>): string {
  const values = versioned.map(field => email[field]);
  return `"${createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)}"`;
}

/** The email is no longer in a version that the request was meant for; `current` is the email as stored. */
export class EmailChanged extends DomainError {
  readonly current: Email;

  constructor(current: Email) {
    super(
      'email_changed',
      'If-Match: the email has been changed since you retrieved it. Compare `current` with what you asked for, then repeat the request with the new ETag.',
      { etag: etagOf(current) },
    );
    this.current = current;
  }
}

/** Throws EmailChanged if `tags` demand another version (RFC 9110 §13.1.1); without tags any version will do. */
export function demandVersion(email: Email, tags: DemandedTags | undefined): void {
  if (tags === undefined || tags === '*' || tags.includes(etagOf(email))) return;
  throw new EmailChanged(email);
}

/** The response to a request that was meant for an earlier version. */
export const changedBody = errorBody
  .extend({
    current: emailSchema.describe('The email as stored'),
    asked: z.record(z.string(), z.unknown()).describe('The fields of this request, which changed nothing'),
  })
  .meta({ id: 'EmailChanged', examples: [changedExample] });

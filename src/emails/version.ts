import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import type { DemandedTags } from '../platform/http/conditional.ts';
import { errorBody } from '../platform/http/errors.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { type ContentPart, listParts, showParts } from './content.ts';
import type { Email } from './email.ts';
import { changedExample } from './examples.ts';
import { type FieldName, fieldNames } from './fields.ts';
import { emailSchema } from './schema.ts';

/**
 * Returns the entity tag of the email and its parts (RFC 9110 §8.8.3): the version of its fields, a dot, and the version of its other
 * parts.
 */
export function etagOf(email: Pick<Email, FieldName>, parts: ContentPart[]): string {
  const others = showParts(parts).map(({ part, key, version }) => [part, key, version]);
  return `"${digest(fieldNames.map(field => email[field]))}.${digest(others)}"`;
}

function digest(values: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22);
}

/** The email is no longer in a version that the request was meant for. `current` is the stored email, `etag` its version. */
export class EmailChanged extends DomainError {
  readonly current: Email;

  constructor(current: Email, etag: string) {
    super('email_changed', sentence('emails.changed_elsewhere'), { etag });
    this.current = current;
  }
}

/**
 * Throws EmailChanged if `tags` demand another version (RFC 9110 §13.1.1); without tags any version will do. A request that lets readers
 * get the email is meant for the version of all its parts; a request that only writes it is meant for the version of its `fields`. A tag
 * that names only a version of the fields says nothing about the parts.
 */
export async function demandVersion(
  db: Database,
  email: Email,
  tags: DemandedTags | undefined,
  covers: 'fields' | 'parts',
): Promise<void> {
  if (tags === undefined || tags === '*') return;
  const present = etagOf(email, await listParts(db, email));
  const [fields, parts] = halvesOf(present);
  const isMeant = (tag: string) => {
    const demanded = halvesOf(tag);
    // A tag made before versions covered the parts has only one half.
    return demanded[0] === fields && (covers === 'fields' || [undefined, parts].includes(demanded[1]));
  };
  if (!tags.some(isMeant)) throw new EmailChanged(email, present);
}

function halvesOf(tag: string): string[] {
  return tag.slice(1, -1).split('.');
}

/** The response to a request that was meant for an earlier version. */
export const changedBody = errorBody
  .extend({
    current: emailSchema.describe('The email as stored'),
    asked: z.record(z.string(), z.unknown()).describe('The fields of this request, which changed nothing'),
  })
  .meta({ id: 'EmailChanged', examples: [changedExample] });

import { openTagDirectory } from '../audience/tags/resolve.ts';
import { onlyChanges } from '../platform/changes.ts';
import type { Database } from '../platform/database/connect.ts';
import { readInput } from '../platform/http/errors.ts';
import type { Email } from './email.ts';
import { type EmailUpdate, emailUpdate } from './input.ts';
import { contentOf, type RevisionContent, type restorable } from './revision.ts';

/**
 * The changes that give the email these fields of a revision; those that it has already are left out, so that fields that can no longer
 * change cause no refusal. Throws `email_invalid` for a field that breaks a rule of today.
 */
export async function changesTo(
  db: Database,
  email: Email,
  revision: RevisionContent,
  fields: readonly (typeof restorable)[number][],
): Promise<EmailUpdate> {
  const present = flat(contentOf(email, await openTagDirectory(db, email.newsletter_key)));
  const earlier = flat(revision);
  const wanted = Object.fromEntries(fields.map(field => [field, earlier[field]]));
  return readInput(emailUpdate, onlyChanges(present, wanted));
}

function flat({ subject, body, settings }: RevisionContent) {
  return { subject, body, ...settings };
}

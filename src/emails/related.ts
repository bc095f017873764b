import type { Database } from '../platform/database/connect.ts';
import { domainError } from '../platform/errors.ts';
import { findEmailIds } from './queries.ts';

/** Throws `email_invalid` unless every id belongs to an email of the newsletter, including deleted ones. */
export async function refuseUnknownEmails(
  db: Database,
  newsletter_key: number,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const known = await findEmailIds(db, newsletter_key, ids);
  const unknown = ids.find(id => !known.has(id));
  if (unknown !== undefined) throw domainError('email_invalid', 'emails.no_related', { id: unknown });
}

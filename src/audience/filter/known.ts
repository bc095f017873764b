import type { Database } from '../../platform/database/connect.ts';
import { domainError, type ErrorCode } from '../../platform/errors.ts';
import { findDropped } from './queries.ts';

/**
 * Throws `code` if only the counts of one of these emails are kept. Then nobody knows who received or opened it, so it would seem that
 * nobody did.
 */
export async function demandKnown(
  db: Database,
  newsletter_key: number,
  email_ids: string[],
  code: ErrorCode,
): Promise<void> {
  const dropped = await findDropped(db, newsletter_key, email_ids);
  if (dropped === undefined) return;
  throw domainError(code, 'audience.deliveries_dropped', { email: dropped });
}

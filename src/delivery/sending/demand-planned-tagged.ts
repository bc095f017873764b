import { sql } from 'kysely';
import { listTagKeys } from '../../audience/tags/queries.ts';
import type { Email } from '../../emails/email.ts';
import { type BoundKey, untagged } from '../../emails/recipients-bound.ts';
import type { Database } from '../../platform/database/connect.ts';

/** Throws `bound_exceeded` unless all planned recipients of the email have one of the key's tags. */
export async function demandPlannedTagged(
  db: Database,
  { bounds: { tags } }: BoundKey,
  { key, newsletter_key }: Pick<Email, 'key' | 'newsletter_key'>,
): Promise<void> {
  if (tags === null) return;
  const keys = await listTagKeys(db, newsletter_key, tags);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from deliveries join subscribers on subscribers.key = subscriber_key
    where email_key = ${key} and status = 'planned' and not tags && ${keys}::int[]`.execute(db);
  const { count } = rows[0]!;
  if (count > 0) throw untagged(tags, count);
}

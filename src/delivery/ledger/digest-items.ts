import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { deleteSome } from '../../platform/database/delete-some.ts';

/** Emails whose issues can be in a digest now. */
const isOut = sql<boolean>`emails.status in ('in_flight', 'sent')`;

/** Returns when the person gets the email in a digest, or when that digest was sent; undefined if they do not get it in one. */
export async function findDigestItem(
  db: Database,
  email_key: number,
  subscriber_key: number,
): Promise<{ due_date: string; sent_date: string | null } | undefined> {
  return db
    .selectFrom('digest_items')
    .leftJoin('emails as digests', 'digests.key', 'digest_key')
    .select(['due_date', 'digests.publish_date as sent_date'])
    .where('email_key', '=', email_key)
    .where('subscriber_key', '=', subscriber_key)
    .executeTakeFirst();
}

/** When the first digest is due, as a value. */
export const firstDigestDate = sql<string>`(
  select due_date from digest_items where digest_key is null order by due_date limit 1)`;

/** Finds the newsletter whose digest has been due for longest, except for these. */
export async function findDueDigest(
  db: Database,
  now: Date,
  but: readonly number[],
): Promise<number | undefined> {
  const { rows } = await sql<{ newsletter_key: number }>`
    select newsletter_key from digest_items join emails on emails.key = email_key
    where digest_key is null and due_date <= ${now.toISOString()}::timestamptz and ${isOut}
      and newsletter_key <> all(${but}::int[])
    order by due_date limit 1`.execute(db);
  return rows[0]?.newsletter_key;
}

/** Finds the largest group of people who wait for the same issues of the newsletter that are due, and these issues, oldest first. */
export async function findDigestGroup(
  trx: Database,
  newsletter_key: number,
  now: Date,
): Promise<{ email_keys: number[]; subscriber_keys: number[] } | undefined> {
  const { rows } = await sql<{ email_keys: number[]; subscriber_keys: number[] }>`
    with person as (
      select subscriber_key, array_agg(email_key order by email_key) as email_keys
      from digest_items join emails on emails.key = email_key
      where digest_key is null and due_date <= ${now.toISOString()}::timestamptz
        and newsletter_key = ${newsletter_key} and ${isOut}
      group by subscriber_key
    )
    select email_keys, array_agg(subscriber_key order by subscriber_key) as subscriber_keys
    from person group by email_keys order by count(*) desc, email_keys limit 1`.execute(trx);
  return rows[0];
}

/** Notes that these people have had these issues in a digest. Returns how many were waiting for it. */
export async function noteInDigest(
  trx: Database,
  digest_key: number,
  email_keys: readonly number[],
  subscriber_keys: readonly number[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update digest_items set digest_key = ${digest_key}
    where email_key = any(${email_keys}::bigint[]) and subscriber_key = any(${subscriber_keys}::bigint[])
      and digest_key is null`.execute(trx);
  return Number(numAffectedRows);
}

/** Deletes at most `limit` rows about emails that were deleted or whose deliveries are no longer kept. Returns how many. */
export async function pruneDigestItems(db: Database, limit: number): Promise<number> {
  return deleteSome(
    db,
    'digest_items',
    sql`exists (
      select from emails where emails.key = email_key
        and (emails.status = 'deleted' or deliveries_dropped_date is not null))`,
    limit,
  );
}

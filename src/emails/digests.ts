import type { DigestTime } from '../accounts/digests.ts';
import type { Database } from '../platform/database/connect.ts';

/** Returns when the newsletter makes digests, and in which time zone; undefined if it makes none. */
export async function findDigestTimes(
  db: Database,
  newsletter_key: number,
): Promise<{ digests: DigestTime; timezone: string } | undefined> {
  const row = await db
    .selectFrom('newsletters')
    .select(['digests', 'timezone'])
    .where('key', '=', newsletter_key)
    .executeTakeFirst();
  return row?.digests ? { digests: row.digests, timezone: row.timezone } : undefined;
}

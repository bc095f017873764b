import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { doubtReason } from './item.ts';

/**
 * Holds every post that waits to be mailed, and every post in the next response of each feed, so that a person decides. Returns how many
 * wait now.
 */
export async function holdItems(trx: Database, now: Date): Promise<number> {
  await sql`
    update automation_feeds set on_next_poll = 'held'
    from automations
    where automations.key = automation_key and automations.status = 'active' and on_next_poll is null`.execute(
    trx,
  );
  // A "not modified" response would leave the following posts held, which are not in doubt.
  await sql`
    update feeds set etag = null, last_modified = null
    where exists (select from automation_feeds where feed_key = feeds.key and on_next_poll = 'held')`.execute(
    trx,
  );
  const { numAffectedRows } = await sql`
    update automation_items set status = 'held', reason = ${doubtReason}, queued_date = null, modification_date = ${now.toISOString()}
    where status = 'queued'`.execute(trx);
  return Number(numAffectedRows);
}

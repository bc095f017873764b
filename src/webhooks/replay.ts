import { sql } from 'kysely';
import { announce } from '../journal/record.ts';
import type { Database } from '../platform/database/connect.ts';

/**
 * Delivers the newsletter's events again, with their original ids, to the enabled webhooks that want them, or only to the one with the id
 * `webhook_id`. Returns the keys of the events that a webhook wants.
 */
export async function replayEvents(
  trx: Database,
  newsletter_key: number,
  event_keys: number[],
  webhook_id: string | null,
): Promise<Set<number>> {
  const among = sql`(select * from webhooks where ${webhook_id}::uuid is null or id = ${webhook_id}::uuid)`;
  const { rows } = await sql<{ event_key: number }>`
    with event as (
      select key, newsletter_key, event_type, subscriber_id, email_id, automation_id from events
      where newsletter_key = ${newsletter_key} and key = any(${event_keys}::bigint[])
      order by key
      for key share
    ) ${announce(among)} returning event_key`.execute(trx);
  return new Set(rows.map(({ event_key }) => event_key));
}

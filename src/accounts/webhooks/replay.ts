import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { announce } from '../events/record.ts';

/**
 * Delivers the newsletter's event again, with its original id, to the enabled webhooks that want it. Returns how many;
 * 0 if the event does not exist.
 */
export async function replayEvent(trx: Database, newsletter_key: number, event_key: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with event as (
      select key, newsletter_key, event_type from events
      where newsletter_key = ${newsletter_key} and key = ${event_key}
      for key share
    ) ${announce()}`.execute(trx);
  return Number(numAffectedRows);
}

import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { announce } from '../events/record.ts';

/**
 * Has the newsletter's event told anew, with its old id, to the enabled webhooks that want it. Returns to how many; 0
 * also for an event that is not there.
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

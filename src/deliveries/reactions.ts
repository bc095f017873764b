import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { settleUncertain } from './late-evidence.ts';

/**
 * Notes on the ledger that this recipient unsubscribed by this email, if it is the first time. Who could do that has got
 * it: an `uncertain` delivery was accepted.
 */
export async function noteUnsubscription(
  trx: Database,
  email_id: string,
  subscriber_id: string,
): Promise<void> {
  const { rows } = await sql<{ email_key: number; subscriber_key: number }>`
    with changed as (
      update deliveries set unsubscription_date = now()
      from emails, subscribers
      where emails.id = ${email_id} and subscribers.id = ${subscriber_id}
        and email_key = emails.key and subscriber_key = subscribers.key and deliveries.unsubscription_date is null
      returning email_key, subscriber_key
    )
    update delivery_chunks chunk set unsubscriptions = unsubscriptions + 1
    from changed
    where chunk.email_key = changed.email_key and changed.subscriber_key between first_key and last_key
    returning changed.email_key, changed.subscriber_key`.execute(trx);
  if (rows[0]) await settleUncertain(trx, rows[0].email_key, rows[0].subscriber_key);
}

import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';

/** Notes on the ledger that this recipient unsubscribed by this email, if it is the first time. */
export async function noteUnsubscription(
  trx: Database,
  email_id: string,
  subscriber_id: string,
): Promise<void> {
  await sql`
    with changed as (
      update deliveries set unsubscription_date = now()
      from emails, subscribers
      where emails.id = ${email_id} and subscribers.id = ${subscriber_id}
        and email_key = emails.key and subscriber_key = subscribers.key and deliveries.unsubscription_date is null
      returning email_key, subscriber_key
    )
    update delivery_chunks chunk set unsubscriptions = unsubscriptions + 1
    from changed
    where chunk.email_key = changed.email_key and changed.subscriber_key between first_key and last_key`.execute(
    trx,
  );
}

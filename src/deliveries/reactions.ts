import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';

/** Notes on the ledger that this recipient unsubscribed by this email, if it is the first time. */
export async function noteUnsubscription(
  trx: Database,
  email_id: string,
  subscriber_id: string,
): Promise<void> {
  await sql`
    update deliveries set unsubscription_date = now()
    from emails, subscribers
    where emails.id = ${email_id} and subscribers.id = ${subscriber_id}
      and email_key = emails.key and subscriber_key = subscribers.key and deliveries.unsubscription_date is null`.execute(
    trx,
  );
}

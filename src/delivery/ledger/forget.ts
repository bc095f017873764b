import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/** Removes the address of a subscriber from the replies of mail servers about mail to them, which often quote the recipient. */
export async function forgetReplies(
  trx: Database,
  { key, newsletter_key, normal_address }: { key: number; newsletter_key: number; normal_address: string },
): Promise<void> {
  await sql`
    update deliveries set reply = regexp_replace(reply, '[^[:space:]<>()"'']+@[^[:space:]<>()"'']+', '…', 'g')
    from emails
    where emails.newsletter_key = ${newsletter_key} and deliveries_dropped_date is null
      and email_key = emails.key and subscriber_key = ${key} and position(${normal_address} in lower(reply)) > 0`.execute(
    trx,
  );
}

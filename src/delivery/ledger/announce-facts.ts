import { type RawBuilder, sql } from 'kysely';
import { writeFacts } from '../../journal/record.ts';

/**
 * Part of a statement (two CTEs, without `with`): queues facts that the ledger gains for the webhooks that name them.
 * `facts` selects (email_key, subscriber_key, event_type, date) of the emails of `email_key`.
 */
export function announceFacts(
  email_key: RawBuilder<unknown>,
  facts: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return writeFacts(
    sql`select newsletter_key from emails where key in (${email_key})`,
    sql`
      select emails.newsletter_key, fact.event_type, subscribers.id, emails.id, emails.automation_id, fact.date
      from (${facts}) fact (email_key, subscriber_key, event_type, date)
      join emails on emails.key = fact.email_key
      join subscribers on subscribers.key = fact.subscriber_key`,
  );
}

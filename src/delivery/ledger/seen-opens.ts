import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/**
 * Whether we can see if this subscriber opens an email: an earlier one has an open by the person, and none by a program that opens
 * everything. What the email itself shows does not count, because then its result would choose whom it is measured by.
 */
export function opensAreSeen(subscriber_key: RawBuilder<unknown>, email_key: number): RawBuilder<boolean> {
  return sql<boolean>`coalesce((
    select bool_and(verdict = 'human') from hits
    where hits.subscriber_key = ${subscriber_key} and kind = 'open' and hits.email_key <> ${email_key}
  ), false)`;
}

/**
 * Until the transaction ends, opens are looked up by person. Statistics from when few people had opened anything would make PostgreSQL
 * read all opens for each person.
 */
export async function lookUpOpensByPerson(trx: Database): Promise<void> {
  await sql`set local enable_seqscan = off`.execute(trx);
}

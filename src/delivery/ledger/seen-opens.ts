import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/**
 * Whether we can see if this subscriber opens an email: other emails have opens by the person, and none by a program that opens everything.
 * Opens of the email itself do not count, because then its result would decide by whom it is measured.
 */
export function opensAreSeen(subscriber_key: RawBuilder<unknown>, email_key: number): RawBuilder<boolean> {
  return sql<boolean>`coalesce((
    select bool_and(verdict = 'human') from hits
    where hits.subscriber_key = ${subscriber_key} and kind = 'open' and hits.email_key <> ${email_key}
  ), false)`;
}

/**
 * Makes PostgreSQL look up opens by person until the transaction ends. With statistics from a time when few people had opened anything, it
 * would read all opens for each person.
 */
export async function lookUpOpensByPerson(trx: Database): Promise<void> {
  await sql`set local enable_seqscan = off`.execute(trx);
}

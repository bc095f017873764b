import { sql } from 'kysely';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { classifyRecipients, saveVerdicts } from './classify-recipients.ts';
import type { NewHit } from './hit.ts';

/**
 * Writes hits, classified together with the stored hits of the same recipients, and updates everything derived from
 * them, in one transaction. Writing the same hits again changes nothing.
 */
export async function writeHits(db: Database, hits: NewHit[]): Promise<void> {
  const pairs = new Map(hits.map(hit => [`${hit.email_key} ${hit.subscriber_key}`, hit]));
  await inTransaction(db, async trx => {
    // For a thousand rows the planner would read all of a ledger or list with less than some million.
    await sql`set local enable_seqscan = off`.execute(trx);
    await saveVerdicts(trx, await classifyRecipients(trx, [...pairs.values()], hits));
  });
}

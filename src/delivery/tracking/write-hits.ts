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
    await useKeysOnly(trx);
    await saveVerdicts(trx, await classifyRecipients(trx, [...pairs.values()], hits));
  });
}

/**
 * For a thousand rows the planner would read all of a ledger or list with less than some million, in the order of its table or
 * of an index.
 */
async function useKeysOnly(trx: Database): Promise<void> {
  await sql`
    select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true)`.execute(trx);
}

import { sql } from 'kysely';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { classifyRecipients, saveVerdicts } from './classify-recipients.ts';
import type { NewHit } from './hit.ts';

/**
 * Writes hits, classified together with the stored hits of the same recipients, and updates everything derived from
 * them, in one transaction. Does not wait for the disk: a crash of PostgreSQL may lose the last second, in whole
 * transactions. Writing the same hits again changes nothing.
 */
export async function writeHits(db: Database, hits: NewHit[]): Promise<void> {
  const pairs = new Map(hits.map(hit => [`${hit.email_key} ${hit.subscriber_key}`, hit]));
  await inTransaction(db, async trx => {
    await sql`set local synchronous_commit = off`.execute(trx);
    await saveVerdicts(trx, await classifyRecipients(trx, [...pairs.values()], hits));
  });
}

import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { type Ended, isLeaseOf } from '../../platform/rounds/processes.ts';
import type { Chunk, Outcome } from './delivery.ts';
import { writeOutcomes } from './take.ts';

/** Ends the leases that these processes had on chunks, so that other processes continue the chunks now. Returns how many leases ended. */
export async function takeOverChunks(trx: Database, ended: Ended[]): Promise<number> {
  const { numAffectedRows } = await sql`
    with held as materialized (
      select email_key, first_key from delivery_chunks
      where next_attempt_date is not null and ${isLeaseOf(ended, sql`lease`)}
      order by email_key, first_key for update
    )
    update delivery_chunks chunk set lease_until = now() - interval '1 second' from held
    where chunk.email_key = held.email_key and chunk.first_key = held.first_key`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

/** The notes about the recipients that a dead process had in hand under a lease. */
export type LastHand = Pick<Chunk, 'email_key' | 'first_key' | 'lease'> & {
  /** The recipients whose messages had begun to leave. */
  begun: Set<number>;
  outcomes: Map<number, Outcome>;
};

/**
 * Writes the known outcomes of the recipients that a dead process had in hand, and takes those whose messages had not begun to leave out of
 * its hand: they are still planned. So only recipients whose messages may have left without an answer become `uncertain`. Does nothing if
 * another worker has leased the chunk since. Returns how many recipients have left the hand.
 */
export async function settleHand(
  trx: Database,
  { email_key, first_key, lease, begun, outcomes }: LastHand,
): Promise<number> {
  const { rows } = await sql<{ in_hand: number[] }>`
    select in_hand from delivery_chunks
    where email_key = ${email_key} and first_key = ${first_key} and lease = ${lease} for update`.execute(trx);
  const in_hand = rows[0]?.in_hand ?? [];
  if (in_hand.length === 0) return 0;
  const known = in_hand.flatMap(key => outcomes.get(key) ?? []);
  await writeOutcomes(trx, { email_key, first_key }, known);
  const left = in_hand.filter(key => begun.has(key) && !outcomes.has(key));
  await sql`
    update delivery_chunks set in_hand = ${left}::bigint[]
    where email_key = ${email_key} and first_key = ${first_key} and lease = ${lease}`.execute(trx);
  return in_hand.length - left.length;
}

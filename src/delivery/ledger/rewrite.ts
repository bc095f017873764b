import { sql } from 'kysely';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { Chunk, Outcome } from './delivery.ts';
import { writeOutcomes } from './take.ts';

type Lost = { email_id: string; chunk: Pick<Chunk, 'email_key' | 'first_key'>; outcomes: Outcome[] };

/**
 * Writes once more those outcomes that the database confirmed and then lost, and notes their recipients. Returns how many outcomes were
 * written: none if the key belongs to another email, which got it after the loss.
 */
export async function rewriteOutcomes(db: Database, { email_id, chunk, outcomes }: Lost): Promise<number> {
  return inTransaction(db, async trx => {
    const keys = outcomes.map(({ subscriber_key }) => subscriber_key);
    const planned = new Set(await listWithoutOutcome(trx, { email_id, email_key: chunk.email_key, keys }));
    const lost = outcomes.filter(({ subscriber_key }) => planned.has(subscriber_key));
    await writeOutcomes(trx, chunk, lost);
    await noteRewritten(trx, chunk.email_key, [...planned]);
    return lost.length;
  });
}

type Wanted = { email_id: string; email_key: number; keys: number[] };

async function listWithoutOutcome(db: Database, { email_id, email_key, keys }: Wanted): Promise<number[]> {
  const { rows } = await sql<{ subscriber_key: number }>`
    select subscriber_key from deliveries
    where email_key = ${email_key} and subscriber_key = any(${keys}::bigint[]) and status = 'planned'
      and exists (select from emails where key = ${email_key} and id = ${email_id})`.execute(db);
  return rows.map(({ subscriber_key }) => subscriber_key);
}

async function noteRewritten(db: Database, email_key: number, keys: number[]): Promise<void> {
  await sql`
    insert into rewritten_outcomes (email_key, subscriber_key)
    select ${email_key}::bigint, unnest(${keys}::bigint[])
    on conflict (email_key, subscriber_key) do update set date = excluded.date`.execute(db);
}

import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { type Recipient, renewLease } from './chunks.ts';
import type { Chunk } from './delivery.ts';

/** A planned recipient with the domain that receives their mail; null for who is gone. */
export type Candidate = Recipient & { domain: string | null };

const domain = sql<string | null>`split_part(s.email_address, '@', -1)`;

/**
 * The next at most `size` planned recipients of the chunk beyond `after` but for those of the domains in `without`. Unlike
 * with takeWindow none of them counts as handed over: markHanded says who is to be. The chunk is locked until `trx`
 * ends. Undefined when the lease is lost: then stop.
 */
export async function lookAhead(
  trx: Database,
  chunk: Chunk,
  after: number,
  size: number,
  without: string[],
): Promise<Candidate[] | undefined> {
  if (!(await renewLease(trx, chunk))) return undefined;
  const { rows } = await sql<Candidate>`
    select subscriber_key, chosen, s.id, s.email_address, s.type, s.tags, s.metadata, ${domain} as domain
    from deliveries left join subscribers s on s.key = subscriber_key
    where email_key = ${chunk.email_key} and subscriber_key > ${after} and subscriber_key between ${chunk.first_key} and ${chunk.last_key}
      and status = 'planned' and (${domain} = any(${without}::text[])) is not true
    order by subscriber_key
    limit ${size}`.execute(trx);
  return rows;
}

/**
 * Says that these recipients may have been handed over by the chunk's worker, before they are: if it dies, they and
 * nobody else become `uncertain`.
 */
export async function markHanded(trx: Database, chunk: Chunk, subscriber_keys: number[]): Promise<void> {
  if (subscriber_keys.length === 0) return;
  await sql`
    update deliveries set handed_by = ${chunk.lease}
    where email_key = ${chunk.email_key} and subscriber_key = any(${subscriber_keys}::bigint[])`.execute(trx);
}

/** How many planned recipients of the chunk each of these domains has; those that have none are left out. */
export async function countWaiting(
  db: Database,
  chunk: Chunk,
  domains: string[],
): Promise<Record<string, number>> {
  const { rows } = await sql<{ domain: string; count: number }>`
    select ${domain} as domain, count(*) from deliveries join subscribers s on s.key = subscriber_key
    where email_key = ${chunk.email_key} and subscriber_key between ${chunk.first_key} and ${chunk.last_key}
      and status = 'planned' and ${domain} = any(${domains}::text[])
    group by 1`.execute(db);
  return Object.fromEntries(rows.map(row => [row.domain, row.count]));
}

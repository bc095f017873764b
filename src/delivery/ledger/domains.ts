import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { type Chunk, isOf } from './delivery.ts';

/** A recipient still to be served, with the receiving domain; null for a deleted subscriber. */
export type Candidate = { subscriber_key: number; domain: string | null };

const domain = sql<string | null>`split_part(s.email_address, '@', -1)`;

/** Returns the receiving domains of these subscribers, in the same order. */
export async function readDomains(db: Database, subscriber_keys: number[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select subscriber_key, ${domain} as domain
    from unnest(${subscriber_keys}::bigint[]) with ordinality as wanted (subscriber_key, place)
    left join subscribers s on s.key = subscriber_key
    order by place`.execute(db);
  return rows;
}

/** Counts the planned recipients of the chunk at each of these domains; domains without any are omitted. */
export async function countWaiting(
  db: Database,
  chunk: Chunk,
  domains: string[],
): Promise<Record<string, number>> {
  const { rows } = await sql<{ domain: string; count: number }>`
    select ${domain} as domain, count(*) from deliveries join subscribers s on s.key = subscriber_key
    where ${isOf(chunk)} and status = 'planned' and ${domain} = any(${domains}::text[])
    group by 1`.execute(db);
  return Object.fromEntries(rows.map(row => [row.domain, row.count]));
}

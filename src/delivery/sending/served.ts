import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { minute_ms } from '../../platform/durations.ts';
import type { Log } from '../../platform/log.ts';
import type { Chunk, Outcome } from '../ledger/delivery.ts';
import { writeOutcomes } from '../ledger/take.ts';

/** How long outcomes are remembered after they were stored: an asynchronous standby is rarely behind by as much. */
const keptMilliseconds = minute_ms;
/** At most so many, which take 20 MB. */
const mostOutcomes = 100_000;

type Served = {
  at: number;
  email_id: string;
  chunk: Pick<Chunk, 'email_key' | 'first_key'>;
  outcomes: Outcome[];
};

const remembered = new WeakMap<Database, { all: Served[]; count: number }>();

/** Remembers for a minute what the database has confirmed: a standby that takes over may lack it. */
export function rememberOutcomes(db: Database, email_id: string, chunk: Chunk, outcomes: Outcome[]): void {
  if (outcomes.length === 0) return;
  const memory = remembered.get(db) ?? { all: [], count: 0 };
  remembered.set(db, memory);
  const { email_key, first_key } = chunk;
  memory.all.push({ at: performance.now(), email_id, chunk: { email_key, first_key }, outcomes });
  memory.count += outcomes.length;
  const oldest = performance.now() - keptMilliseconds;
  while (memory.all[0]!.at < oldest || memory.count > mostOutcomes)
    memory.count -= memory.all.shift()!.outcomes.length;
}

/**
 * Writes what this process has served in the last minute into a database that lacks it: those recipients were planned again, and
 * would get a second copy. Returns how many there were.
 */
export async function writeLostOutcomes(db: Database, log: Log): Promise<number> {
  const found = new Map<string, number>();
  for (const { email_id, chunk, outcomes } of remembered.get(db)?.all ?? []) {
    const planned = new Set(await listWithoutOutcome(db, { email_id, ...chunk, keys: keysOf(outcomes) }));
    const lost = outcomes.filter(({ subscriber_key }) => planned.has(subscriber_key));
    await writeOutcomes(db, chunk, lost);
    if (lost.length > 0) found.set(email_id, (found.get(email_id) ?? 0) + lost.length);
  }
  for (const [email, recipients] of found)
    log.warn(
      { email, recipients },
      'the database lacked outcomes that it had confirmed; they were written again',
    );
  return [...found.values()].reduce((sum, count) => sum + count, 0);
}

const keysOf = (outcomes: Outcome[]) => outcomes.map(({ subscriber_key }) => subscriber_key);

type Wanted = { email_id: string; email_key: number; keys: number[] };

/** Those of them who are planned; nobody if the key belongs to another email, whose row got it after the loss. */
async function listWithoutOutcome(db: Database, { email_id, email_key, keys }: Wanted): Promise<number[]> {
  const { rows } = await sql<{ subscriber_key: number }>`
    select subscriber_key from deliveries
    where email_key = ${email_key} and subscriber_key = any(${keys}::bigint[]) and status = 'planned'
      and exists (select from emails where key = ${email_key} and id = ${email_id})`.execute(db);
  return rows.map(({ subscriber_key }) => subscriber_key);
}

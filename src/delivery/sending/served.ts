import type { Database } from '../../platform/database/connect.ts';
import { minute_ms } from '../../platform/durations.ts';
import type { Chunk, Outcome } from '../ledger/delivery.ts';
import { rewriteOutcomes } from '../ledger/rewrite.ts';
import type { ServeContext } from './context.ts';
import { surely } from './surely.ts';

/** How long outcomes are remembered after they were stored: an asynchronous standby is rarely as far behind. */
const keptMilliseconds = minute_ms;
/** The most outcomes remembered; they take 20 MB. */
const mostOutcomes = 100_000;

type Served = {
  at: number;
  email_id: string;
  chunk: Pick<Chunk, 'email_key' | 'first_key'>;
  outcomes: Outcome[];
};

const remembered = new WeakMap<Database, { all: Served[]; count: number }>();

/** Remembers for a minute which outcomes the database has confirmed: a standby that takes over may lack them. */
export function rememberOutcomes(
  db: Database,
  email_id: string,
  chunk: Served['chunk'],
  outcomes: Outcome[],
): void {
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
 * Writes the outcomes of the last minute of this process into a database that lacks them: their recipients were planned again, and would
 * get a second copy. Tries again while the database cannot be reached, and gives up only when stopping. Returns how many outcomes were
 * lacking.
 */
export async function writeLostOutcomes(
  db: Database,
  work: Pick<ServeContext, 'log' | 'stopping'>,
): Promise<number> {
  const found = new Map<string, number>();
  for (const served of [...(remembered.get(db)?.all ?? [])]) {
    const count = await surely(work, () => rewriteOutcomes(db, served));
    if (count > 0) found.set(served.email_id, (found.get(served.email_id) ?? 0) + count);
  }
  for (const [email, recipients] of found)
    work.log.warn(
      { email, recipients },
      'the database lacked outcomes that it had confirmed; they were written again',
    );
  return [...found.values()].reduce((sum, count) => sum + count, 0);
}

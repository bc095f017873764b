import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { bounded, longestFreeze } from '../filter/bounded.ts';
import { compileFilter } from '../filter/compile.ts';
import type { ResolvedFilter } from '../filter/resolve.ts';

/** Returns which subscribers with these keys the filter matches, each looked up separately. Throws `filter_too_slow`. */
export async function whoMatches(
  trx: Database,
  filter: ResolvedFilter,
  keys: readonly number[],
): Promise<Set<number>> {
  if (keys.length === 0) return new Set();
  const condition = compileFilter(filter, { after: Math.min(...keys) - 1, up_to: Math.max(...keys) });
  const { rows } = await bounded(trx, longestFreeze, inside =>
    sql<{ key: number }>`
      select found.key from unnest(${keys}::bigint[]) as wanted (key)
      cross join lateral (
        select key from subscribers
        where subscribers.key = wanted.key and newsletter_key = ${filter.newsletter_key} and ${condition} limit 1
      ) found`.execute(inside),
  );
  return new Set(rows.map(({ key }) => key));
}

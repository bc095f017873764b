import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { prepare } from '../../platform/database/prepared.ts';

/** Returns how many subscribers the newsletter has, whatever their type. The number is exact, although their rows are not read. */
export async function countAll(db: Database, newsletter_key: number): Promise<number> {
  const [row] = await countStatement(db, { newsletter_key });
  return row!.count;
}

const countStatement = prepare<{ newsletter_key: number }, { count: number }>(
  'count subscribers',
  ['newsletter_key'],
  ({ newsletter_key }) => sql`
    select coalesce(sum(count), 0)::bigint as count from subscriber_counts where newsletter_key = ${newsletter_key}::int`,
);

/** Sums up at most `limit` single counts. Returns how many sums changed. */
export async function sumCounts(db: Database, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with rest as (
      delete from subscriber_counts
      where key = any(array(select key from subscriber_counts where not is_sum order by key limit ${limit}))
      returning newsletter_key, count
    ), summed as (
      insert into subscriber_counts (newsletter_key, count, is_sum)
      select newsletter_key, sum(count), true from rest group by newsletter_key
      on conflict (newsletter_key) where is_sum do update set count = subscriber_counts.count + excluded.count
      returning 1
    )
    select count(*) as count from summed`.execute(db);
  return rows[0]!.count;
}

/** Forgets the counts of a newsletter whose subscribers have been deleted. */
export async function forgetCounts(db: Database, newsletter_key: number): Promise<void> {
  await sql`delete from subscriber_counts where newsletter_key = ${newsletter_key}`.execute(db);
}

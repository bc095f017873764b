import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/** Up to this many subscribers are all read; of more, a sample and the newest. */
const allUpTo = 10_000;
const sampleSize = 4_000;
/** The most rows that a sample reads, however small a part of the table the newsletter is. */
const mostRead = 20_000;
const newest = 1_000;
const mostKeys = 200;
const longestExample = 100;

export type MetadataKey = {
  key: string;
  /** How many subscribers have a value under this key; an estimate if not all were read. */
  count: number;
  /** The value of one of them. */
  example: string;
};

/**
 * Lists the keys in the metadata of the newsletter's subscribers, those of most people first. Of a large list, a sample of blocks of the
 * table is read, always the same while nothing changes, and the newest subscribers for new keys: a rare key may be missing.
 */
export async function listMetadataKeys(
  db: Database,
  newsletter_key: number,
): Promise<{ subscribers: number; is_sample: boolean; keys: MetadataKey[] }> {
  const { subscribers, table_rows } = await countAll(db, newsletter_key);
  const is_sample = subscribers > allUpTo;
  const share = is_sample ? Math.min(1, sampleSize / subscribers, mostRead / Math.max(1, table_rows)) : 1;
  const from = is_sample
    ? sql`subscribers tablesample system (${100 * share}::real) repeatable (1)`
    : sql`subscribers`;
  const { rows } = await sql<MetadataKey & { seen: number; looked_at: number }>`
    with sample as materialized (
      select key, metadata, true as counts from ${from} where newsletter_key = ${newsletter_key}
      union all
      (select key, metadata, false from subscribers
        where ${is_sample} and newsletter_key = ${newsletter_key}
        order by creation_date desc, key desc limit ${newest})
    ), found as (
      select pair.key, count(*) filter (where counts) as seen, max(sample.key) as holder
      from sample, jsonb_each(metadata) pair
      where jsonb_typeof(pair.value) <> 'null' and pair.value <> '""'
      group by pair.key
      order by seen desc, pair.key collate "C"
      limit ${mostKeys}
    )
    select found.key, seen, (select count(*) filter (where counts) from sample) as looked_at,
      coalesce(left(metadata ->> found.key, ${longestExample}), '') as example
    from found left join subscribers on subscribers.key = holder
    order by seen desc, found.key collate "C"`.execute(db);
  return {
    subscribers,
    is_sample,
    keys: rows.map(({ key, seen, looked_at, example }) => ({
      key,
      count: is_sample ? estimate(seen, looked_at, subscribers) : seen,
      example,
    })),
  };
}

/** Estimates how many have the key: at least one, since somebody has it. */
function estimate(seen: number, looked_at: number, subscribers: number): number {
  return Math.max(1, Math.round((seen / Math.max(1, looked_at)) * subscribers));
}

async function countAll(db: Database, newsletter_key: number) {
  const { rows } = await sql<{ subscribers: number; table_rows: number }>`
    select (select count(*) from subscribers where newsletter_key = ${newsletter_key}) as subscribers,
      (select greatest(reltuples, 0)::float8 from pg_class where oid = 'subscribers'::regclass) as table_rows`.execute(
    db,
  );
  return rows[0]!;
}

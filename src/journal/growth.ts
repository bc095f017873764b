import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { definePart, recordsOf, whole } from '../platform/bundle/part.ts';
import type { Database } from '../platform/database/connect.ts';

/** The reasons why somebody began to get mail. */
export const reasonsToCome = ['signed_up', 'imported', 'added', 'returned'] as const;
/** The reasons why somebody no longer gets mail. */
export const reasonsToGo = [
  'unsubscribed',
  'bounced',
  'complained',
  'blocked',
  'paused',
  'deleted',
  'other',
] as const;
export const growthReasons = [...reasonsToCome, ...reasonsToGo] as const;
export type GrowthReason = (typeof growthReasons)[number];

/**
 * Part of a statement, a CTE without `with`, that has new events in `event (newsletter_key, event_type, data)`: counts who
 * begins to get mail because of them, and who no longer gets it.
 */
export function countGrowth(): RawBuilder<unknown> {
  return sql`
    grown as (
      insert into growth (newsletter_key, day, reason, count)
      select newsletter_key, day_in(now(), timezone), reason, count
      from (
        select newsletter_key, growth_reason(event_type, data) as reason, sum(count) as count
        from (select newsletter_key, event_type, data, count(*) as count from event group by 1, 2, 3) same
        group by 1, 2
      ) counted
      join newsletters on newsletters.key = newsletter_key
      where reason is not null
    )`;
}

/** Sums up at most `limit` single counts by day and reason. Returns how many sums changed. */
export async function sumGrowth(db: Database, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with rest as (
      delete from growth where key = any(array(select key from growth where not is_sum order by key limit ${limit}))
      returning newsletter_key, day, reason, count
    ), summed as (
      insert into growth (newsletter_key, day, reason, count, is_sum)
      select newsletter_key, day, reason, sum(count), true from rest group by newsletter_key, day, reason
      on conflict (newsletter_key, day, reason) where is_sum do update set count = growth.count + excluded.count
      returning 1
    )
    select count(*) as count from summed`.execute(db);
  return rows[0]!.count;
}

/** Returns how many people joined and left, by day and reason, from the day `since` on. */
export async function listGrowth(
  db: Database,
  newsletter_key: number,
  since: string,
): Promise<{ day: string; reason: GrowthReason; count: number }[]> {
  const { rows } = await sql<{ day: string; reason: GrowthReason; count: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, reason, sum(count) as count from growth
    where newsletter_key = ${newsletter_key} and day >= ${since}
    group by growth.day, reason order by growth.day`.execute(db);
  return rows;
}

/** The part of a bundle with the numbers of people who joined and left, by day. */
export const growthPart = definePart({
  name: 'growth',
  line: z.strictObject({ day: z.iso.date(), reason: z.enum(growthReasons), count: whole.min(1) }),
  rows: ({ newsletter }) => sql`
    select to_char(day, 'YYYY-MM-DD') as day, reason, sum(count) as count from growth
    where newsletter_key = ${newsletter.key} group by growth.day, reason order by growth.day, reason collate "C"`,
  insert: ({ newsletter }, lines) => sql`
    insert into growth (newsletter_key, day, reason, count, is_sum)
    select ${newsletter.key}, day, reason, count, true
    from ${recordsOf(lines, 'day date, reason text, count int')}
    on conflict (newsletter_key, day, reason) where is_sum do update set count = growth.count + excluded.count`,
});

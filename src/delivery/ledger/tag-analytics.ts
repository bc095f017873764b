import { sql } from 'kysely';
import { z } from 'zod';
import { bounded, longestAnswer } from '../../audience/filter/bounded.ts';
import { selectRates } from '../../audience/filter/engagement.ts';
import type { Database } from '../../platform/database/connect.ts';

export const tagAnalytics = z
  .object({
    created_subscribers: z.int().describe('How many subscribers have the tag'),
    open_rate: z.number().describe('The average share of their emails that they opened, from 0 to 1'),
    click_rate: z.number(),
  })
  .meta({ id: 'TagAnalytics', examples: [{ created_subscribers: 412, open_rate: 0.61, click_rate: 0.12 }] });

/** Returns how much the people with this tag read. Throws `filter_too_slow`. */
export async function readTagAnalytics(
  db: Database,
  newsletter_key: number,
  tag: number,
): Promise<z.output<typeof tagAnalytics>> {
  const tagged = sql`newsletter_key = ${newsletter_key} and tags @> ${[tag]}::int[]`;
  const mean = (kind: 'open' | 'click') => sql`coalesce((
    select avg(rate) from (${selectRates(newsletter_key, kind)}) rates
    where subscriber_key in (select key from subscribers where ${tagged})), 0)::float8`;
  const { rows } = await bounded(db, longestAnswer, trx =>
    sql<z.output<typeof tagAnalytics>>`
      select (select count(*)::int from subscribers where ${tagged}) as created_subscribers,
        ${mean('open')} as open_rate, ${mean('click')} as click_rate`.execute(trx),
  );
  return rows[0]!;
}

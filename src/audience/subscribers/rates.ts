import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';

const rule = 'use a share from 0 to 1, such as 0.25';

/** A share from 0 to 1. Empty stays empty. */
export const rateParameter = z
  .preprocess(
    given => (given === '' ? '' : Number(given)),
    z.union([z.literal(''), z.number().min(0, rule).max(1, rule)], rule),
  )
  .optional()
  .describe('A share from 0 to 1; it belongs to the range itself');
type Rate = z.output<typeof rateParameter>;

type Kind = 'open' | 'click';
export type Rated = { subscriber_key: number; rate: number };

/**
 * The share of the emails delivered to each subscriber that they opened, or followed a link of: rows of `subscriber_key`
 * and `rate`. Only emails count of which any open or click is on record: the others may not have been tracked. Whoever
 * got none of those has no row.
 */
export function selectRates(newsletter_key: number, kind: Kind): RawBuilder<Rated> {
  return sql`
    select subscriber_key, count(${sql.ref(`${kind}_date`)})::float8 / count(*) as rate
    from deliveries
    where status in ('accepted', 'complained') and email_key in (
      select email_key from delivery_chunks join emails on emails.key = email_key
      where newsletter_key = ${newsletter_key}
      group by email_key having sum(${sql.ref(`${kind}s`)}) > 0)
    group by subscriber_key`;
}

/** Who has a rate in the range, both of whose ends belong to it. No condition where the range has no end. */
export function rateBetween(
  newsletter_key: number,
  kind: Kind,
  start: Rate,
  end: Rate,
): RawBuilder<boolean>[] {
  // An end that nobody gave is no condition: for a range the planner expects next to nobody, and looks each one up.
  const bounds = [
    ...(start === undefined ? [] : [sql`rate >= ${start}`]),
    ...(end === undefined ? [] : [sql`rate <= ${end}`]),
  ];
  if (bounds.length === 0) return [];
  return [
    sql`key in (
      select subscriber_key from (${selectRates(newsletter_key, kind)}) rates
      where ${sql.join(bounds, sql` and `)})`,
  ];
}

import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { numberIn } from '../../platform/http/query.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { selectRates } from '../filter/engagement.ts';

const rule = sentence('input.share');

/** A share from 0 to 1. An empty value stays empty. */
export const rateParameter = z
  .preprocess(
    given => (given === '' ? '' : numberIn(given)),
    z.union([z.literal(''), z.number().min(0, rule).max(1, rule)], rule),
  )
  .optional()
  .describe('A share from 0 to 1, included in the range');
type Rate = z.output<typeof rateParameter>;

/** Matches subscribers with a rate in the range, including both ends. An open end adds no condition. */
export function rateBetween(
  newsletter_key: number,
  kind: 'open' | 'click',
  start: Rate,
  end: Rate,
): RawBuilder<boolean>[] {
  // An open end must add no condition: for a range, the planner expects almost no rows and looks each one up.
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

import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { timestampInput } from '../platform/http/fields.ts';
import { sentence } from '../platform/sentences/sentence.ts';

const rule = sentence('input.timestamp_or_day');

/** When an email is due: a timestamp, or a day of the newsletter's calendar (`momentOf` returns its beginning). */
export const publishDate = z
  .union([timestampInput, z.iso.date(rule).refine(isUsualYear, sentence('input.usual_year'))], rule)
  .describe(
    'A timestamp, or a day such as 2026-11-20, which begins at midnight in the time zone of the newsletter',
  );

/** Accepts the same as publishDate, except that null and the word `none` clear the date. */
export const publishDateOrNone = z
  .union([z.literal('none').transform(() => null), publishDate], rule)
  .nullable()
  .describe('As when an email is created; null or "none" clears it');

/** Returns the time as RFC 3339 in UTC. A day means its beginning in `timezone`. */
export function momentOf(publish_date: string, timezone: string): string {
  if (publish_date.includes('T')) return publish_date;
  const start = Temporal.PlainDate.from(publish_date).toZonedDateTime(timezone);
  return new Date(start.epochMilliseconds).toISOString();
}

/** Whether the database and RFC 3339 can represent the date in any time zone. */
function isUsualYear(date: string): boolean {
  return date >= '1000' && date < '9999';
}

import { sql } from 'kysely';
import { z } from 'zod';
import { analyticsOf } from '../delivery/ledger/analytics.ts';
import { type Analytics, analyticsSchema } from '../emails/schema.ts';
import type { Database } from '../platform/database/connect.ts';
import { timestamp } from '../platform/http/fields.ts';

/** The number of earlier issues from which the usual values are computed. */
const most = 12;

const rate = z.number().nullable();
export const usualSchema = z.object({
  issues: z.int().describe(`The number of issues before the last one whose median this is; at most ${most}`),
  open_rate: rate.describe('Opens for each delivery, from 0 to 1; null if none was recorded'),
  click_rate: rate.describe('Clicks for each delivery'),
  unsubscription_rate: rate,
});

export const lastIssueSchema = z.object({
  id: z.string(),
  subject: z.string().describe('May be a template'),
  publish_date: timestamp.nullable(),
  analytics: analyticsSchema,
});

type Issue = z.output<typeof lastIssueSchema>;

/** Reads the issue that was sent last, and the medians of the issues before it. Emails that nobody got do not count. */
export async function readIssues(db: Database, newsletter_key: number) {
  const issues = await listIssues(db, newsletter_key);
  const [last = null, ...earlier] = issues;
  return { last_issue: last, usual: usualOf(earlier) };
}

async function listIssues(db: Database, newsletter_key: number): Promise<Issue[]> {
  const { rows } = await sql<{ key: number } & Omit<Issue, 'analytics'>>`
    select key, id, subject, publish_date from emails
    where newsletter_key = ${newsletter_key} and status = 'sent' and not recipients_chosen
      and exists (select from delivery_chunks where email_key = emails.key and accepted + complained > 0)
    order by publish_date desc nulls last, key desc limit ${most + 1}`.execute(db);
  const figures = await analyticsOf(
    db,
    rows.map(({ key }) => key),
  );
  return rows.map(({ key, ...issue }) => ({ ...issue, analytics: analyticsSchema.parse(figures.get(key)) }));
}

function usualOf(issues: Issue[]): z.output<typeof usualSchema> {
  const median = (name: 'opens' | 'clicks' | 'unsubscriptions') =>
    issues.some(({ analytics }) => analytics[name] > 0)
      ? medianOf(issues.map(({ analytics }) => rateOf(analytics, name)))
      : null;
  return {
    issues: issues.length,
    open_rate: median('opens'),
    click_rate: median('clicks'),
    unsubscription_rate: issues.length > 0 ? (median('unsubscriptions') ?? 0) : null,
  };
}

function rateOf(analytics: Analytics, name: 'opens' | 'clicks' | 'unsubscriptions'): number {
  return analytics[name] / Math.max(1, analytics.deliveries);
}

function medianOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { statuses, tallyOf } from './counts.ts';
import { domainProgressExample } from './examples.ts';

const count = z.int();

export const domainProgress = z
  .object({
    counted_date: timestamp.describe(
      'Counting a large email takes a while, so the figures are kept for some time',
    ),
    domains: z
      .array(
        z.object({
          domain: z.string().describe('Domain of the addresses; empty for deleted subscribers'),
          recipients: count.describe('Without people who left before being served'),
          planned: count,
          accepted: count,
          temporary: count,
          permanent: count,
          uncertain: count,
          bounced: count,
          complained: count,
        }),
      )
      .describe('The domains with the most recipients, at most 100'),
    others: count.describe('Recipients in other domains'),
  })
  .meta({ id: 'EmailDomainProgress', examples: [domainProgressExample] });
export type DomainProgress = z.output<typeof domainProgress>;

const mostDomains = 100;
const leastMilliseconds = 2_000;
/** The largest share of the time that is spent on counting one email. */
const share = 1 / 20;
const mostKept = 100;

/**
 * Returns a function that counts the outcomes of an email's recipients so far, by the domain of their present address. Of many requests at
 * once, only one counts; its figures are cached for at least two seconds, and for twenty times as long as counting took.
 */
export function openDomainProgress(): (db: Database, email_key: number) => Promise<DomainProgress> {
  const kept = new Map<number, { until: number; answer: Promise<DomainProgress> }>();
  return (db, email_key) => {
    const found = kept.get(email_key);
    if (found && performance.now() < found.until) return found.answer;
    const since = performance.now();
    const entry = { until: Number.POSITIVE_INFINITY, answer: countDomains(db, email_key) };
    kept.delete(email_key);
    kept.set(email_key, entry);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
    entry.answer.then(
      () => {
        const took = performance.now() - since;
        entry.until = performance.now() + Math.max(leastMilliseconds, took / share);
      },
      () => kept.delete(email_key),
    );
    return entry.answer;
  };
}

async function countDomains(db: Database, email_key: number): Promise<DomainProgress> {
  const { rows } = await sql<DomainProgress['domains'][number] & { total: number }>`
    select coalesce(domain, '') as domain, count(*) as recipients,
      ${sql.join(statuses.filter(status => status !== 'skipped').map(tallyOf))},
      sum(count(*)) over ()::bigint as total
    from deliveries left join (
      -- Only this newsletter's: otherwise all subscribers of the installation may be read.
      select key, domain from subscribers
      where newsletter_key = (select newsletter_key from emails where key = ${email_key})
    ) subscribers on subscribers.key = subscriber_key
    where email_key = ${email_key} and status <> 'skipped'
    group by 1 order by recipients desc, domain limit ${mostDomains}`.execute(db);
  const shown = rows.reduce((sum, { recipients }) => sum + recipients, 0);
  return {
    counted_date: new Date().toISOString(),
    domains: rows.map(({ total, ...domain }) => domain),
    others: (rows[0]?.total ?? 0) - shown,
  };
}

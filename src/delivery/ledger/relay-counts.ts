import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { begunStatuses } from '../../audience/filter/statuses.ts';
import type { Database } from '../../platform/database/connect.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { type DomainCounts, domainFigures } from './domain-counts.ts';

const count = z.int();

const relayFigures = z.object({
  relay_id: z.string().nullable().describe('null: it is not known which relay took these copies'),
  name: z.string(),
  accepted: count.describe('Accepted at hand-over, including those that bounced or were reported later'),
  deferred: count.describe('The last answer was to try again later'),
  refused_hard: count.describe('Refused at hand-over because the mailbox does not exist'),
  refused_soft: count.describe('Refused at hand-over for another reason'),
  bounced_hard: count.describe('Accepted, and bounced later because the mailbox does not exist'),
  bounced_soft: count.describe('Accepted, and bounced later for another reason'),
  complaints: count.describe('Reported as spam'),
});
export const relayFiguresSchema = z
  .object({
    counted_date: timestamp
      .nullable()
      .describe('When the oldest of these counts was made; null if nothing is counted yet'),
    results: z.array(relayFigures).describe('The relays that took the most copies first'),
  })
  .meta({ id: 'RelayFigures' });
export type RelayFigures = z.output<typeof relayFiguresSchema>;

/** Returns the outcomes of the copies of an email, by the relay that was asked last. */
export function readRelayCountsOf(db: Database, email_key: number): Promise<RelayFigures> {
  return readCounts(db, sql`emails.key = ${email_key}`);
}

/** Returns the outcomes of the copies of emails that were sent since then, by relay: of one newsletter, or else of all. */
export function readRelayCounts(
  db: Database,
  { newsletter_key, since }: { newsletter_key?: number; since: Date },
): Promise<RelayFigures> {
  const own = newsletter_key === undefined ? sql`true` : sql`newsletter_key = ${newsletter_key}`;
  const sent = sql`status in ${begunStatuses} and publish_date >= ${since.toISOString()}`;
  return readCounts(db, sql`${own} and ${sent}`);
}

const names = domainFigures.map(name => sql.ref(name));
const arrays = sql.join(domainFigures.map(name => sql`counts.${sql.ref(`relay_${name}`)}`));
const sums = sql.join(names.map(name => sql`sum(one.${name})::bigint as ${name}`));

async function readCounts(db: Database, emails: RawBuilder<unknown>): Promise<RelayFigures> {
  const { rows } = await sql<DomainCounts & { relay_id: string | null; name: string; counted_date: string }>`
    select relays.id as relay_id, coalesce(relays.name, '') as name, summed.* from (
      select one.key, ${sums}, min(counts.counted_date) as counted_date
      from emails join domain_counts counts on counts.email_key = emails.key
      cross join lateral unnest(counts.relay_keys, ${arrays}) as one (key, ${sql.join(names)})
      where ${emails}
      group by one.key
    ) summed left join relays on relays.key = summed.key
    order by accepted + deferred + refused_hard + refused_soft desc, summed.key`.execute(db);
  const dates = rows.map(({ counted_date }) => counted_date).toSorted();
  return {
    counted_date: dates[0] ?? null,
    results: rows.map(row => {
      const figures = Object.fromEntries(domainFigures.map(name => [name, row[name]])) as DomainCounts;
      return { relay_id: row.relay_id, name: row.name, ...figures };
    }),
  };
}

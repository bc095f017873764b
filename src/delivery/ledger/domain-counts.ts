import { sql } from 'kysely';
import { acceptedStatuses, begunStatuses } from '../../audience/filter/statuses.ts';
import type { Database } from '../../platform/database/connect.ts';

/** How far back counts by receiving domain are kept, in days from when an email was sent. */
export const countedDays = 90;

/**
 * Seconds between two counts of an email for each of its recipients: counting takes about a microsecond for each, so that this
 * never costs more than half a percent of the time.
 */
const secondsForEach = 0.0002;

/** A value that differs whenever anything that is counted by domain has changed. */
const version = sql`concat_ws(' ', sum(accepted), sum(temporary), sum(permanent), sum(bounced), sum(complained), sum(soft_bounced),
  sum(complaints), extract(epoch from max(served_date)))`;

/** Looking for what has changed reads the chunks of all emails of the last days, so it finds up to this many emails at once. */
const mostEmails = 50;
/** Counting pauses after about this many recipients, which take about a second. */
const mostRecipients = 1_000_000;

/** What is counted for each domain. */
export const domainFigures = [
  'accepted',
  'deferred',
  'refused_hard',
  'refused_soft',
  'bounced_hard',
  'bounced_soft',
  'complaints',
] as const;
/** The columns with the counts by domain and by relay, and how they are filled. */
const counted = [
  { column: sql.ref('domains'), value: sql`array_agg(domain) filter (where is_domain)` },
  ...domainFigures.map(name => ({
    column: sql.ref(name),
    value: sql`array_agg(${sql.ref(name)}) filter (where is_domain)`,
  })),
  { column: sql.ref('relay_keys'), value: sql`array_agg(relay) filter (where not is_domain)` },
  ...domainFigures.map(name => ({
    column: sql.ref(`relay_${name}`),
    value: sql`array_agg(${sql.ref(name)}) filter (where not is_domain)`,
  })),
];

/** An email to count, and the version of its ledger. */
type Changed = { key: number; version: string; recipients: number };

/**
 * Recounts the outcomes at each receiving domain, for emails of the last days whose deliveries have changed since they were counted.
 * Returns how many emails were counted; 0 if none has changed.
 */
export async function countDomains(db: Database, now: Date): Promise<number> {
  let emails = 0;
  let recipients = 0;
  for (const email of await listChanged(db, now)) {
    emails += await countEmail(db, email);
    recipients += email.recipients;
    if (recipients >= mostRecipients) break;
  }
  return emails;
}

/** The emails to count, those never counted first, then those whose counts are the oldest. */
async function listChanged(db: Database, now: Date): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    select emails.key, ledger.version, recipients from emails
    join newsletters on newsletters.key = emails.newsletter_key
    left join domain_counts on email_key = emails.key
    cross join lateral (
      select ${version} as version, sum(planned + accepted + temporary + permanent + bounced + complained)::bigint as recipients,
        sum(accepted + temporary + permanent + bounced + complained) as counted
      from delivery_chunks where delivery_chunks.email_key = emails.key
    ) ledger
    where emails.status in ${begunStatuses}
      and publish_date > ${now.toISOString()}::timestamptz - make_interval(days => ${countedDays})
      and deliveries_dropped_date is null and not dropping
      and ledger.counted > 0 and ledger.version is distinct from domain_counts.version
      and (counted_date is null or counted_date < now() - make_interval(secs => recipients * ${secondsForEach}::float8))
    order by counted_date nulls first, emails.key limit ${mostEmails}`.execute(db);
  return rows;
}

/** Counts the copies of one email, by domain and by relay in one pass. Returns 1, or 0 if its deliveries have been deleted meanwhile. */
async function countEmail(db: Database, email: Changed): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into domain_counts (email_key, counted_date, version, ${sql.join(counted.map(({ column }) => column))})
    select ${email.key}, clock_timestamp(), ${email.version}, ${sql.join(counted.map(({ value }) => value))}
    from (
      select domain, relay, grouping(relay) = 1 as is_domain,
        count(*) filter (where status in ${acceptedStatuses}) as accepted,
        count(*) filter (where status = 'temporary') as deferred,
        count(*) filter (where status = 'permanent' and is_hard) as refused_hard,
        count(*) filter (where status = 'permanent' and not is_hard) as refused_soft,
        count(*) filter (where bounce_kind = 'hard') as bounced_hard,
        count(*) filter (where bounce_kind <> 'hard') as bounced_soft,
        count(complaint_date) as complaints
      from (
        select coalesce(domain, '') as domain, coalesce(relay_key, 0::smallint) as relay, status, bounce_kind, complaint_date, is_hard
        from (
          select subscriber_key, relay_key, status, bounce_kind, complaint_date, status = 'permanent' and exists (
            select from feedback
            where feedback.email_key = ${email.key} and feedback.subscriber_key = deliveries.subscriber_key and kind = 'hard'
          ) as is_hard
          from deliveries where email_key = ${email.key} and status not in ('planned', 'skipped', 'uncertain')
        ) copy left join (
          select key, domain from subscribers where newsletter_key = (select newsletter_key from emails where key = ${email.key})
        ) subscribers on subscribers.key = subscriber_key
      ) placed
      group by grouping sets ((domain), (relay))
    ) counted
    having count(*) > 0
    on conflict (email_key) do update set counted_date = excluded.counted_date, version = excluded.version,
      ${sql.join(counted.map(({ column }) => sql`${column} = excluded.${column}`))}`.execute(db);
  return Number(numAffectedRows);
}

/** The outcomes of the copies that were handed over to one domain, or to all. */
export type DomainCounts = Record<(typeof domainFigures)[number], number>;

const sums = sql.join(domainFigures.map(name => sql`sum(one.${sql.ref(name)})::bigint as ${sql.ref(name)}`));
const arrays = sql.join(domainFigures.map(name => sql`counts.${sql.ref(name)}`));

/**
 * The counts by domain of the newsletter's emails that were sent since then, most copies first, and when the oldest of them was
 * made; null if there is none.
 */
export async function readDomainCounts(db: Database, newsletter_key: number, since: Date) {
  const { rows } = await sql<DomainCounts & { domain: string; counted_date: string }>`
    select one.domain, ${sums}, min(counts.counted_date) as counted_date
    from emails join domain_counts counts on counts.email_key = emails.key
    cross join lateral unnest(counts.domains, ${arrays}) as one (domain, ${sql.join(domainFigures.map(name => sql.ref(name)))})
    where newsletter_key = ${newsletter_key} and status in ${begunStatuses} and publish_date >= ${since.toISOString()}
    group by one.domain
    order by sum(one.accepted + one.deferred + one.refused_hard + one.refused_soft) desc, one.domain`.execute(
    db,
  );
  const dates = rows.map(({ counted_date }) => counted_date).toSorted();
  return { domains: rows, counted_date: dates[0] ?? null };
}

/** How many copies of these emails a mail server has answered for, now. */
export async function countAnswered(db: Database, newsletter_key: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(accepted + bounced + complained + temporary + permanent), 0)::bigint as count
    from emails join delivery_chunks on email_key = emails.key
    where newsletter_key = ${newsletter_key} and status in ${begunStatuses} and publish_date >= ${since.toISOString()}`.execute(
    db,
  );
  return rows[0]!.count;
}

/** Deletes at most `limit` counts of emails that were sent before that time. Returns how many. */
export async function pruneDomainCounts(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from domain_counts where email_key in (
      select email_key from domain_counts join emails on emails.key = email_key
      where publish_date < ${before.toISOString()} order by email_key limit ${limit} for update of domain_counts skip locked
    )`.execute(db);
  return Number(numAffectedRows);
}

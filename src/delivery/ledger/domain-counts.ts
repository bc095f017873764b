import { sql } from 'kysely';
import { acceptedStatuses, begunStatuses } from '../../audience/filter/statuses.ts';
import type { Database } from '../../platform/database/connect.ts';

/** How far back counts by receiving domain are kept, in days from when an email was sent. */
export const countedDays = 90;

/**
 * Seconds between two counts of an email, for each of its recipients. Counting takes about a microsecond for each, so this never costs more
 * than half a percent of the time.
 */
const secondsForEach = 0.0002;

/** The most emails that are found at once. */
const mostEmails = 50;
/** The number of recipients after which counting pauses. They take about a second. */
const mostRecipients = 1_000_000;

/** The figures that are counted for each domain. */
export const domainFigures = [
  'accepted',
  'deferred',
  'refused_hard',
  'refused_soft',
  'bounced_hard',
  'bounced_soft',
  'complaints',
] as const;
/** The columns with the counts by domain and by relay, with the expressions that fill them. */
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

/**
 * An email with uncounted chunks: the number of its recipients, whether it is counted at all, and the versions of these chunks' rows by
 * their first keys.
 */
type Changed = { key: number; recipients: number; is_wanted: boolean; chunks: Record<string, string> };

/**
 * Recounts the outcomes at each receiving domain, for emails of the last days whose deliveries have changed since they were counted.
 * Returns how many emails were counted; 0 if none has changed.
 */
export async function countDomains(db: Database, now: Date): Promise<number> {
  let emails = 0;
  let recipients = 0;
  for (const email of await listChanged(db, now)) {
    if (email.is_wanted) {
      emails += await countEmail(db, email.key);
      recipients += email.recipients;
    }
    await noteCounted(db, email);
    if (recipients >= mostRecipients) break;
  }
  return emails;
}

/**
 * Lists the emails to count, first those never counted, then those whose counts are the oldest; and last some that are not to be counted,
 * such as those sent too long ago.
 */
async function listChanged(db: Database, now: Date): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    with recursive uncounted as (
      (select email_key from delivery_chunks where not is_counted order by email_key limit 1)
      union all
      select (select chunk.email_key from delivery_chunks chunk where not is_counted and chunk.email_key > uncounted.email_key
        order by chunk.email_key limit 1)
      from uncounted where email_key is not null
    )
    select uncounted.email_key as key, recipients, is_wanted, chunks
    from uncounted cross join lateral (
      select sum(planned + accepted + temporary + permanent + bounced + complained)::bigint as recipients,
        jsonb_object_agg(first_key, xmin) filter (where not is_counted) as chunks
      from delivery_chunks where delivery_chunks.email_key = uncounted.email_key
    ) ledger
    cross join lateral (
      select status in ${begunStatuses} and coalesce(publish_date > ${now.toISOString()}::timestamptz - make_interval(days => ${countedDays}), false)
        and deliveries_dropped_date is null and not dropping
        and exists (select from newsletters where newsletters.key = newsletter_key) as is_wanted
      from emails where emails.key = uncounted.email_key limit 1
    ) email
    left join lateral (
      select counted_date from domain_counts where domain_counts.email_key = uncounted.email_key limit 1
    ) last on true
    where counted_date is null or counted_date < now() - make_interval(secs => recipients * ${secondsForEach}::float8)
    order by not is_wanted, counted_date nulls first, uncounted.email_key limit ${mostEmails}`.execute(db);
  return rows;
}

/** Notes that the outcomes of an email are counted, except for chunks that have changed since they were listed, or are changing now. */
async function noteCounted(db: Database, { key, chunks }: Changed): Promise<void> {
  await sql`
    with counted as materialized (
      select found.first_key from jsonb_each_text(${JSON.stringify(chunks)}::jsonb) as listed (first_key, version)
      cross join lateral (
        select first_key from delivery_chunks
        where email_key = ${key} and delivery_chunks.first_key = listed.first_key::bigint and xmin::text = version
        limit 1 for no key update skip locked
      ) found
    )
    update delivery_chunks set is_counted = true
    where email_key = ${key} and first_key = any(array(select first_key from counted))`.execute(db);
}

/**
 * Counts the copies of one email, by domain and by relay in one pass. Only earlier programs read `version`. Returns 1, or 0 if its
 * deliveries have been deleted meanwhile.
 */
async function countEmail(db: Database, email_key: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into domain_counts (email_key, counted_date, version, ${sql.join(counted.map(({ column }) => column))})
    select ${email_key}, clock_timestamp(), '', ${sql.join(counted.map(({ value }) => value))}
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
            where feedback.email_key = ${email_key} and feedback.subscriber_key = deliveries.subscriber_key and kind = 'hard'
          ) as is_hard
          from deliveries where email_key = ${email_key} and status not in ('planned', 'skipped', 'uncertain')
        ) copy left join (
          select key, domain from subscribers where newsletter_key = (select newsletter_key from emails where key = ${email_key})
        ) subscribers on subscribers.key = subscriber_key
      ) placed
      group by grouping sets ((domain), (relay))
    ) counted
    having count(*) > 0
    on conflict (email_key) do update set counted_date = excluded.counted_date, version = '',
      ${sql.join(counted.map(({ column }) => sql`${column} = excluded.${column}`))}`.execute(db);
  return Number(numAffectedRows);
}

/** The outcomes of the copies that were handed over to one domain, or to all. */
export type DomainCounts = Record<(typeof domainFigures)[number], number>;

const sums = sql.join(domainFigures.map(name => sql`sum(one.${sql.ref(name)})::bigint as ${sql.ref(name)}`));
const arrays = sql.join(domainFigures.map(name => sql`counts.${sql.ref(name)}`));

/**
 * Returns the counts by domain of the newsletter's emails that were sent since then, most copies first, and when the oldest of the counts
 * was made; null if there is none.
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

/** Counts how many copies of these emails a mail server has answered for by now. */
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

import { type RawBuilder, sql } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import type { Database } from '../platform/database/connect.ts';
import { isId } from '../platform/ids.ts';
import type { Place } from './place.ts';
import type { SiteCheck } from './site-check.ts';

/** Lists every host name that belongs to a newsletter. */
export async function listPlaces(db: Database): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select n.domain as host, username, served_domain,
      case when served_domain = n.domain then 'served' else 'claimed' end as "is",
      coalesce(is_pointed, false) or served_domain = n.domain as is_pointed
    from newsletters n left join domain_checks c on c.newsletter_key = n.key and c.domain = n.domain
    where n.domain <> ''
    union all
    select former.domain, username, served_domain, 'former', true
    from former_domains former join newsletters n on n.key = former.newsletter_key`.execute(db);
  return rows;
}

// Every change of a row gives it another xmin.
const version = sql<string>`concat_ws(' ',
  (select string_agg(xmin::text, ',' order by key) from newsletters where domain <> ''), '/',
  (select string_agg(xmin::text, ',' order by newsletter_key) from domain_checks), '/',
  (select string_agg(xmin::text, ',' order by domain) from former_domains))`;

/** Reads a value that changes whenever the host names do. */
export async function readPlacesVersion(db: Database): Promise<string> {
  const { rows } = await sql<{ version: string }>`select ${version} as version`.execute(db);
  return rows[0]!.version;
}

/** Returns the condition that the host names have changed since this version. */
export function placesVersion(known: RawBuilder<string>): RawBuilder<unknown> {
  return sql`${version} <> ${known}::text`;
}

/** Stores a question about this domain that only this database can answer, and deletes the questions of old checks. */
export async function insertChallenge(db: Database, id: string, domain: string): Promise<void> {
  await sql`
    with forgotten as (delete from domain_challenges where creation_date < now() - interval '1 hour')
    insert into domain_challenges (id, domain) values (${id}, ${domain})`.execute(db);
}

export async function hasChallenge(db: Database, id: string, domain: string): Promise<boolean> {
  if (!isId(id)) return false;
  const row = await db
    .selectFrom('domain_challenges')
    .select('id')
    .where('id', '=', id)
    .where('domain', '=', domain)
    .executeTakeFirst();
  return row !== undefined;
}

export type KeptCheck = SiteCheck & { failing_since: string | null; checked_date: string };

/** Finds the result of the last check of the newsletter's present domain. */
export async function findSiteCheck(
  db: Database,
  { key, domain }: Pick<Newsletter, 'key' | 'domain'>,
): Promise<KeptCheck | undefined> {
  const row = await db
    .selectFrom('domain_checks')
    .selectAll()
    .where('newsletter_key', '=', key)
    .where('domain', '=', domain)
    .executeTakeFirst();
  return row as KeptCheck | undefined;
}

/** A domain at which the last check did not find the newsletter. */
export type FailingSite = {
  domain: string;
  /** Whether links still lead to it. */
  is_address: boolean;
  faults: string[];
  /** Since when the domain has been failing; if it never worked, when it was checked. */
  since: string;
};

/** Finds the newsletter's domain if readers do not reach the newsletter there. */
export async function findFailingSite(
  db: Database,
  newsletter_key: number,
): Promise<FailingSite | undefined> {
  const { rows } = await sql<FailingSite>`
    select domain_checks.domain, served_domain <> '' as is_address, faults, coalesce(failing_since, checked_date) as since
    from newsletters join domain_checks on newsletter_key = key and domain_checks.domain = newsletters.domain
    where key = ${newsletter_key} and not is_served`.execute(db);
  return rows[0];
}

/** Stores a check. `failing` says whether the domain had been found to work before. Returns for how many hours it has been failing. */
export async function keepSiteCheck(
  trx: Database,
  newsletter_key: number,
  { domain, record_type, records, nameservers, faults, is_pointed, is_served }: SiteCheck,
  failing: boolean,
): Promise<number> {
  const { rows } = await sql<{ hours: number }>`
    insert into domain_checks (newsletter_key, domain, record_type, records, nameservers, faults, is_pointed, is_served,
      failing_since, checked_date)
    values (${newsletter_key}, ${domain}, ${record_type}, ${JSON.stringify(records)}, ${nameservers}, ${faults}, ${is_pointed},
      ${is_served}, case when ${failing} then now() end, now())
    on conflict (newsletter_key) do update set
      failing_since = case when excluded.failing_since is null then null
        when domain_checks.domain = excluded.domain then coalesce(domain_checks.failing_since, now()) else now() end,
      domain = excluded.domain, record_type = excluded.record_type, records = excluded.records,
      nameservers = excluded.nameservers,      faults = excluded.faults, is_pointed = excluded.is_pointed, is_served = excluded.is_served,
      checked_date = excluded.checked_date
    returning coalesce(extract(epoch from now() - failing_since) / 3600, 0)::float8 as hours`.execute(trx);
  return rows[0]!.hours;
}

/** Lists newsletters whose domain was not checked for a day or, while it does not work, for an hour. */
export async function listSitesDue(db: Database, limit: number): Promise<Newsletter[]> {
  return db
    .selectFrom('newsletters')
    .leftJoin('domain_checks', 'newsletter_key', 'newsletters.key')
    .selectAll('newsletters')
    .where('newsletters.domain', '<>', '')
    .where(sql<boolean>`(domain_checks.domain is distinct from newsletters.domain
      or checked_date < now() - case when is_served then interval '1 day' else interval '1 hour' end)`)
    .orderBy('newsletters.key')
    .limit(limit)
    .execute();
}

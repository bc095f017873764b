import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { DomainReports } from './summary.ts';

/** Selects the reports about these domains since that day. Those about parents count only as far as they concern `domain`. */
export type Reach = { domain: string; domains: string[]; since: Date };

type Source = Omit<DomainReports['dmarc']['sources'][number], 'advice' | 'advice_sentence'>;
type Failure = Omit<DomainReports['tls']['failures'][number], 'advice' | 'advice_sentence'>;

const mostShown = 100;

const within = ({ domains, since }: Reach) =>
  sql`reports.domain = any(${domains}::text[]) and reports.begin_date >= ${since.toISOString()}`;

/** Counts the reports of each kind, with their sums and the policy that the last one names. */
export async function countReports(db: Database, reach: Reach) {
  const { rows } = await sql<{
    kind: 'dmarc' | 'tls';
    reports: number;
    messages: number;
    failures: number;
    policy: DomainReports['dmarc']['policy'];
    last_date: string;
  }>`
    select kind, count(*) as reports, sum(messages)::bigint as messages, sum(failures)::bigint as failures,
      max(end_date) as last_date, (array_agg(policy order by end_date desc, key desc))[1] as policy
    from domain_reports as reports where ${within(reach)} and (kind = 'dmarc' or domain = ${reach.domain})
    group by kind`.execute(db);
  return Object.fromEntries(rows.map(row => [row.kind, row])) as Partial<
    Record<'dmarc' | 'tls', (typeof rows)[number]>
  >;
}

/** Lists the sources with the most messages, and the sums of all. */
export async function listSources(db: Database, reach: Reach) {
  const { rows } = await sql<Source & { all_messages: number; all_passed: number; all_sources: number }>`
    with sources as (
      select host(source_ip) as source_ip, origin, service, selector, header_from, disposition, dkim, spf, sources.messages,
        org, begin_date, end_date
      from domain_reports as reports join domain_report_sources as sources on report_key = reports.key
      where ${within(reach)} and kind = 'dmarc'
        and (reports.domain = ${reach.domain}
          or right('.' || header_from, length(${reach.domain}) + 1) = '.' || ${reach.domain})
    ), summed as (
      select source_ip,
        case origin when 'relay' then 'ours' when 'forwarded' then 'forwarded'
          else case when bool_or(dkim or spf) then 'allowed' else 'stranger' end end as standing,
        service, selector,
        (array_agg(distinct header_from))[:5] as header_from,
        sum(messages)::bigint as messages,
        coalesce(sum(messages) filter (where dkim or spf), 0)::bigint as passed,
        coalesce(sum(messages) filter (where dkim), 0)::bigint as dkim,
        coalesce(sum(messages) filter (where spf), 0)::bigint as spf,
        coalesce(sum(messages) filter (where disposition = 'quarantine'), 0)::bigint as quarantined,
        coalesce(sum(messages) filter (where disposition = 'reject'), 0)::bigint as rejected,
        (array_agg(distinct org))[:5] as organisations,
        min(begin_date) as first_date, max(end_date) as last_date
      from sources group by source_ip, origin, service, selector
    )
    select *, sum(messages) over ()::bigint as all_messages, sum(passed) over ()::bigint as all_passed,
      count(*) over () as all_sources
    from summed order by messages desc, source_ip, service, selector limit ${mostShown}`.execute(db);
  const [first] = rows;
  return {
    totals: {
      messages: first?.all_messages ?? 0,
      passed: first?.all_passed ?? 0,
      sources: first?.all_sources ?? 0,
    },
    sources: rows.map(({ all_messages, all_passed, all_sources, ...source }): Source => source),
  };
}

/** Lists the failures when others delivered mail to the domain over TLS. */
export async function listFailures(db: Database, reach: Reach): Promise<Failure[]> {
  const { rows } = await sql<Failure>`
    select result, host, sum(sessions)::bigint as sessions, (array_agg(distinct org))[:5] as organisations,
      min(begin_date) as first_date, max(end_date) as last_date
    from domain_reports as reports join domain_report_faults on report_key = reports.key
    where ${within(reach)} and kind = 'tls' and domain = ${reach.domain}
    group by result, host order by sessions desc, result, host limit ${mostShown}`.execute(db);
  return rows;
}

/** Lists the organisations that have sent reports, as they call themselves, with the domains of their mail. */
export async function listOrganisations(db: Database, reach: Reach): Promise<DomainReports['organisations']> {
  const { rows } = await sql<DomainReports['organisations'][number]>`
    select org, sender, count(*) as reports, max(end_date) as last_date
    from domain_reports as reports where ${within(reach)} and (kind = 'dmarc' or domain = ${reach.domain})
    group by org, sender order by reports desc, org, sender limit 50`.execute(db);
  return rows;
}

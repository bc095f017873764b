import { type Insertable, sql } from 'kysely';
import type { TlsFailure } from '../../engines/domain-reports/report.ts';
import type { Database } from '../../platform/database/connect.ts';
import { deleteSome } from '../../platform/database/delete-some.ts';
import type { DomainReports } from '../../platform/database/schema.ts';
import type { Source } from './source.ts';

/** The most reports that are kept for one domain, and the most rows of them. Anyone can send reports, so their number is limited. */
const mostReports = 50_000;
const mostParts = 250_000;
/** The least days between two letters to the owners of a domain. */
const quietDays = 7;

/** Lists the newsletters that send from the domain or below it; only the one with `newsletter_key`, if given. */
export async function listOwners(
  trx: Database,
  domain: string,
  newsletter_key: number | undefined,
): Promise<{ id: string; bounce_domain: string }[]> {
  const { rows } = await sql<{ id: string; bounce_domain: string }>`
    select id, bounce_domain from newsletters
    where right('.' || split_part(from_address, '@', -1), length(${domain}) + 1) = '.' || ${domain}
      and (${newsletter_key ?? null}::int is null or key = ${newsletter_key ?? null})
    order by key limit 1000`.execute(trx);
  return rows;
}

/** Whether as much is stored about the domain as the limit allows. */
export async function isFull(trx: Database, domain: string): Promise<boolean> {
  const { reports, parts } = await trx
    .selectFrom('domain_reports')
    .select(({ fn }) => [
      fn.countAll<number>().as('reports'),
      fn.coalesce(fn.sum<number>('parts'), sql<number>`0`).as('parts'),
    ])
    .where('domain', '=', domain)
    .executeTakeFirstOrThrow();
  return reports >= mostReports || Number(parts) >= mostParts;
}

/** Stores a report and returns its key; undefined if it is known already. */
export async function insertReport(
  trx: Database,
  row: Insertable<DomainReports>,
): Promise<number | undefined> {
  const inserted = await trx
    .insertInto('domain_reports')
    .values(row)
    .onConflict(conflict => conflict.column('report_hash').doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted?.key;
}

export async function insertSources(trx: Database, report_key: number, sources: Source[]): Promise<void> {
  if (sources.length === 0) return;
  await sql`
    insert into domain_report_sources
      (report_key, source_ip, header_from, origin, service, selector, disposition, dkim, spf, messages)
    select ${report_key}, source_ip, header_from, origin, service, selector, disposition, dkim, spf, messages
    from jsonb_to_recordset(${JSON.stringify(sources)}) as one (source_ip inet, header_from text, origin mail_origin,
      service text, selector text, disposition text, dkim boolean, spf boolean, messages bigint)`.execute(
    trx,
  );
}

export async function insertFailures(
  trx: Database,
  report_key: number,
  failures: TlsFailure[],
): Promise<void> {
  if (failures.length === 0) return;
  await trx
    .insertInto('domain_report_faults')
    .values(failures.map(failure => ({ report_key, ...failure })))
    .execute();
}

/** Lists the keys that sign mail of the domain and of those below it, including retired ones, as `domain selector`. */
export async function listOwnKeys(trx: Database, domain: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select domain || ' ' || selector as name from dkim_keys
    where right('.' || domain, length(${domain}) + 1) = '.' || ${domain}`.execute(trx);
  return new Set(rows.map(({ name }) => name));
}

/** Notes that this report is the reason for a letter. Returns false if there was a letter about the domain in the last week. */
export async function noteTold(
  trx: Database,
  { key, domain }: { key: number; domain: string },
  now: Date,
): Promise<boolean> {
  const date = now.toISOString();
  const { numAffectedRows = 0n } = await sql`
    update domain_reports set told_date = ${date} where key = ${key} and not exists (
      select from domain_reports where domain = ${domain}
        and told_date > ${date}::timestamptz - make_interval(days => ${quietDays}))`.execute(trx);
  return numAffectedRows > 0n;
}

/**
 * Deletes at most `limit` reports that are older than that, or are about a domain that no newsletter sends from any more.
 * Returns how many.
 */
export async function pruneDomainReports(db: Database, before: Date, limit: number): Promise<number> {
  const gone = sql`creation_date < ${before.toISOString()} or domain <> all(array(
    select distinct array_to_string(labels[place:], '.')
    from (select string_to_array(split_part(from_address, '@', -1), '.') as labels from newsletters) as senders,
      generate_series(1, cardinality(labels)) as place))`;
  return deleteSome(db, 'domain_reports', gone, limit);
}

import { createHash } from 'node:crypto';
import { readDomain } from '../../engines/domain-reports/domain-name.ts';
import { readDomainReports } from '../../engines/domain-reports/read.ts';
import type { DomainReport } from '../../engines/domain-reports/report.ts';
import { requestLetter } from '../../letters/request.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { day_ms } from '../../platform/durations.ts';
import type { Log } from '../../platform/log.ts';
import {
  insertFailures,
  insertReport,
  insertSources,
  isFull,
  listOwners,
  listOwnKeys,
  noteTold,
} from './queries.ts';
import { addUp, mostSources, type OwnSigns, sourceOf } from './source.ts';

export type DomainReportContext = {
  db: Database;
  clock: Clock;
  log: Log;
  bounce_domain?: string | undefined;
};

/** How many days a report is kept from its arrival. Older reports are not accepted either. */
export const reportDays = 180;
const longestDays = 35;

/** The reason why no report of a message was stored. */
export type NotTaken = 'unreadable_domain_report' | 'foreign_domain_report' | 'too_many_domain_reports';

/**
 * Stores the reports about our domains in a message, with their data about each source of mail. The same report from the same organisation
 * counts once. The only consequence of a report is a letter to the owners, at most one a week, because anyone can send reports. Returns why
 * nothing was stored; null if something was, now or earlier. `newsletter_key` restricts it to the domain of this newsletter.
 */
export async function takeDomainReports(
  context: DomainReportContext,
  { newsletter_key, sender }: { newsletter_key?: number | undefined; sender: string },
  message: Uint8Array,
): Promise<NotTaken | null> {
  const { reports, trouble } = await readDomainReports(message);
  if (trouble !== '') context.log.info({ trouble }, 'a report about a domain could not be read');
  let refused: NotTaken | null = 'unreadable_domain_report';
  let isTaken = false;
  for (const report of reports) {
    if (!isPlausible(report, context.clock())) continue;
    refused = await takeDomainReport(context, { newsletter_key, sender: domainIn(sender) }, report);
    isTaken ||= refused === null;
  }
  return isTaken ? null : refused;
}

/** Whether the dates of a report are plausible: it is about days that are over, or nearly over. */
function isPlausible({ begin, end }: DomainReport, now: Date): boolean {
  const [from, to] = [begin.getTime(), end.getTime()];
  return (
    from <= to &&
    to - from <= longestDays * day_ms &&
    to <= now.getTime() + day_ms &&
    from >= now.getTime() - reportDays * day_ms
  );
}

async function takeDomainReport(
  { db, clock, bounce_domain }: DomainReportContext,
  { newsletter_key, sender }: { newsletter_key?: number | undefined; sender: string },
  report: DomainReport,
): Promise<NotTaken | null> {
  const now = clock();
  const { kind, domain, org, report_id } = report;
  return inTransaction(db, async trx => {
    const owners = await listOwners(trx, domain, newsletter_key);
    if (owners.length === 0) return 'foreign_domain_report';
    if (await isFull(trx, domain)) return 'too_many_domain_reports';
    const identity = JSON.stringify([kind, domain, org.toLowerCase(), report_id]);
    const { failures, messages, is_cut, parts, store } = await partsOf(trx, report, {
      bounce_domain,
      owners,
    });
    const key = await insertReport(trx, {
      kind,
      domain,
      org,
      report_id,
      sender,
      report_hash: createHash('sha256').update(identity).digest(),
      begin_date: report.begin.toISOString(),
      end_date: report.end.toISOString(),
      policy: report.kind === 'dmarc' ? report.policy : null,
      messages,
      failures,
      parts,
      is_cut,
      creation_date: now.toISOString(),
    });
    if (key === undefined) return null;
    await store(key);
    if (failures > 0 && (await noteTold(trx, { key, domain }, now)))
      for (const { id } of owners) await requestLetter(trx, 'tell_domain_reports', id);
    return null;
  });
}

/** Returns the parts of the report's content that are stored. */
async function partsOf(
  trx: Database,
  report: DomainReport,
  { bounce_domain, owners }: { bounce_domain: string | undefined; owners: { bounce_domain: string }[] },
) {
  if (report.kind === 'tls') {
    const { successes, failures, is_cut } = report;
    const failed = failures.reduce((sum, { sessions }) => sum + sessions, 0);
    const store = (key: number) => insertFailures(trx, key, failures);
    return { messages: successes + failed, failures: failed, parts: failures.length, is_cut, store };
  }
  const own: OwnSigns = {
    bounce_domains: new Set([
      ...(bounce_domain === undefined ? [] : [bounce_domain]),
      ...owners.flatMap(owner => owner.bounce_domain || []),
    ]),
    keys: await listOwnKeys(trx, report.domain),
  };
  const all = addUp(report.rows.map(row => sourceOf(row, own)));
  const kept = all.slice(0, mostSources);
  const sum = (rows: typeof all) => rows.reduce((total, { messages }) => total + messages, 0);
  return {
    messages: sum(all),
    failures: sum(all.filter(({ dkim, spf }) => !dkim && !spf)),
    parts: kept.length,
    is_cut: report.is_cut || kept.length < all.length,
    store: (key: number) => insertSources(trx, key, kept),
  };
}

/** Returns the domain of the address in a From field; '' if there is none. */
function domainIn(from: string): string {
  return readDomain(/@([^\s<>@]{1,253})>?\s*$/.exec(from)?.[1]);
}

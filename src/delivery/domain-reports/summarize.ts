import type { Newsletter } from '../../accounts/newsletter.ts';
import { bounceDomainOf, reportMailbox } from '../../links/return-path.ts';
import type { Database } from '../../platform/database/connect.ts';
import { day_ms } from '../../platform/durations.ts';
import { domainOf } from '../../platform/mail/address.ts';
import { adviseOn, adviseOnTls, type DomainReports } from './summary.ts';
import { countReports, listFailures, listOrganisations, listSources, type Reach } from './summary-queries.ts';

/** Returns the data that receivers reported in the last days about mail in the name of a newsletter's domain, and about mail to it. */
export async function summarizeReports(
  db: Database,
  newsletter: Pick<Newsletter, 'from_address' | 'bounce_domain'>,
  { days, now, bounce_domain: installation }: { days: number; now: Date; bounce_domain: string | undefined },
): Promise<DomainReports> {
  const domain = domainOf(newsletter.from_address);
  const bounce_domain = bounceDomainOf(installation, newsletter);
  const reach: Reach = {
    domain,
    domains: withParents(domain),
    since: new Date(now.getTime() - days * day_ms),
  };
  const [counts, { sources, totals }, failures, organisations] = await Promise.all([
    countReports(db, reach),
    listSources(db, reach),
    listFailures(db, reach),
    listOrganisations(db, reach),
  ]);
  const { dmarc, tls } = counts;
  return {
    domain,
    dmarc_address: bounce_domain ? reportMailbox('dmarc', bounce_domain) : null,
    tls_address: bounce_domain ? reportMailbox('tls', bounce_domain) : null,
    dmarc: {
      reports: dmarc?.reports ?? 0,
      last_date: dmarc?.last_date ?? null,
      policy: dmarc?.policy ?? null,
      messages: totals.messages,
      passed: totals.passed,
      sources: sources.map(source => ({ ...source, advice: adviseOn(domain, source) })),
      others: totals.sources - sources.length,
    },
    tls: {
      reports: tls?.reports ?? 0,
      last_date: tls?.last_date ?? null,
      sessions: tls?.messages ?? 0,
      failed: tls?.failures ?? 0,
      failures: failures.map(failure => ({ ...failure, advice: adviseOnTls(domain, failure.result) })),
    },
    organisations,
  };
}

/** Returns the domain and those above it, whose policies apply to it too; not the top-level domain. */
function withParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

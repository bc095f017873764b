import { useQuery } from '@tanstack/react-query';
import type { DomainReports as Summary } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import { Note, Row, Rows, Section } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { domainReports as said } from '../words/domain-reports.ts';
import { SourceRow } from './domain-reports-source.tsx';
import styles from './reputation.module.css';

/** Who sends in the name of the newsletter's domain and what of it fails, as receivers report it. */
export function DomainReports({ here }: { here: Here }) {
  const { id, timezone } = here.newsletter;
  const reports = useQuery({
    queryKey: ['newsletter', id, 'domain-reports'],
    queryFn: ({ signal }) =>
      must(() => here.api.get('/v1/newsletters/{id}/domain_reports', { params: { id }, signal })),
  });
  return (
    <Loaded query={reports} lines={2} height="3rem">
      {data =>
        data.dmarc.reports + data.tls.reports === 0 ? (
          <Section title={said.title}>
            <Note>{data.dmarc_address ? said.empty : said.no_mailbox}</Note>
          </Section>
        ) : (
          <Reports reports={data} zone={timezone} />
        )
      }
    </Loaded>
  );
}

function Reports({ reports, zone }: { reports: Summary; zone: string }) {
  const { domain, dmarc, tls, organisations } = reports;
  return (
    <>
      <Section title={said.title} note={said.summary(domain, dmarc)}>
        <ul className={styles.domains}>
          {dmarc.sources.map(source => (
            <SourceRow
              key={[source.source_ip, source.standing, source.service, source.selector].join(' ')}
              source={source}
              zone={zone}
            />
          ))}
        </ul>
        {dmarc.others > 0 && <Note>{said.others(dmarc.others)}</Note>}
      </Section>
      {tls.reports > 0 && (
        <Section title={said.tls} note={said.tls_note(tls.failed, tls.sessions)}>
          <Rows>
            {tls.failures.map(({ result, host, sessions, advice }) => (
              <Row
                key={result + host}
                title={host === '' ? result : `${host}: ${result}`}
                note={`${said.connections(sessions)}. ${advice}`}
              />
            ))}
          </Rows>
        </Section>
      )}
      <Section title={said.reporters} note={said.reporters_note}>
        <Rows>
          {organisations.map(({ org, sender, reports: count, last_date }) => (
            <Row
              key={org + sender}
              title={org}
              note={
                <>
                  {said.by(sender)}, {said.reports(count)}, {said.last} <Time at={last_date} zone={zone} />
                </>
              }
            />
          ))}
        </Rows>
      </Section>
    </>
  );
}

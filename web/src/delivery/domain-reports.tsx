import { useQuery } from '@tanstack/react-query';
import type { DomainReports as Summary } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { Note, Row, Rows, Section } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { domainReports as said } from '../words/domain-reports.ts';
import styles from './reputation.module.css';

/** Shows who sends in the name of the newsletter's domain, and what of it fails, as receivers report it. */
export function DomainReports({ here }: { here: Here }) {
  const { id, timezone } = here.newsletter;
  const reports = useQuery({
    queryKey: ['newsletter', id, 'domain-reports'],
    queryFn: ({ signal }) => here.api.get('/v1/newsletters/{id}/domain_reports', { params: { id }, signal }),
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

type Source = Summary['dmarc']['sources'][number];

/** Shows a machine that sends in the name of the domain: what it is, how much of its mail passed, and what to do. */
function SourceRow({ source, zone }: { source: Source; zone: string }) {
  const { source_ip, standing, service, messages, passed, advice, first_date, last_date } = source;
  return (
    <li className={styles.domain}>
      <h2>
        {said.standings[standing]}
        <span>
          {source_ip} {service && standing !== 'ours' && said.through(service)}
        </span>
        <small>{said.passed(passed, messages)}</small>
      </h2>
      <p className={styles.source}>
        {factsOf(source).join(' · ')} · {said.since} <Time at={first_date} zone={zone} />, {said.until}{' '}
        <Time at={last_date} zone={zone} />
      </p>
      {advice && <p className={passed < messages ? styles.advice : styles.source}>{advice}</p>}
    </li>
  );
}

function factsOf({ selector, header_from, rejected, quarantined, organisations }: Source): string[] {
  return [
    said.as(header_from),
    ...(selector ? [said.key(selector)] : []),
    ...(rejected > 0 ? [said.rejected(rejected)] : []),
    ...(quarantined > 0 ? [said.quarantined(quarantined)] : []),
    said.told(organisations),
  ];
}

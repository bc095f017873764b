import type { DomainReports } from '../../../src/client/schema.ts';
import { Time } from '../ui/time.tsx';
import { domainReports as said } from '../words/domain-reports.ts';
import styles from './reputation.module.css';

type Source = DomainReports['dmarc']['sources'][number];

/** A machine that sends in the name of the domain: what it is, what of its mail passed, and what to do. */
export function SourceRow({ source, zone }: { source: Source; zone: string }) {
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

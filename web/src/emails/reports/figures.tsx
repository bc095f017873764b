import type { EmailAnalyticsWithRaw } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { words } from '../../words.ts';
import styles from './report.module.css';

const report = words.report;

/** Shows how many people opened, clicked, left and complained, what was recorded in all, and what the words mean. */
export function Figures({ figures }: { figures: EmailAnalyticsWithRaw }) {
  const here = useHere();
  const { deliveries, opens, clicks, unsubscriptions, complaints, raw } = figures;
  const { track_opens, track_clicks } = here.newsletter;
  return (
    <section aria-label={report.title}>
      <dl className={styles.figures}>
        <Figure
          name={report.opened}
          value={opens}
          of={deliveries}
          raw={raw && { count: raw.opens, machines: raw.machine_opens }}
          isOff={!track_opens}
        />
        <Figure
          name={report.clicked}
          value={clicks}
          of={deliveries}
          raw={raw && { count: raw.clicks, machines: raw.machine_clicks }}
          isOff={!track_clicks}
        />
        <Figure name={report.unsubscribed} value={unsubscriptions} of={deliveries} />
        <Figure name={report.complained} value={complaints} of={deliveries} />
      </dl>
      <details className={styles.meaning}>
        <summary>{report.meaning}</summary>
        <dl>
          {report.meanings.map(([name, meaning]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{typeof meaning === 'string' ? meaning : meaning(raw?.proxied_opens ?? 0)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

/** Returns how many reacted; a dash if there are none because reactions are not recorded at present. */
export const reacted = (count: number, isRecorded: boolean) =>
  count === 0 && !isRecorded ? '–' : words.number(count);

type Counted = {
  name: string;
  value: number;
  of: number;
  raw?: { count: number; machines: number } | undefined;
  /** True if it is not counted at present, so that zero means nothing. */
  isOff?: boolean;
};

function Figure({ name, value, of, raw, isOff = false }: Counted) {
  const isUnknown = isOff && value === 0;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {reacted(value, !isOff)} <small>{isUnknown ? report.off : report.share(value, of)}</small>
        {raw && raw.count > 0 && <p>{report.raw(raw.count, raw.machines)}</p>}
      </dd>
    </div>
  );
}

import { useNavigate } from '@tanstack/react-router';
import type { Growth } from '../../../src/client/schema.ts';
import { Note, Section } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { Table } from '../ui/table.tsx';
import { words } from '../words.ts';
import { GrowthChart, type Reason, shortDay, toCome } from './growth-chart.tsx';
import styles from './overview-screen.module.css';
import type { Period } from './period.ts';

const home = words.overview;

/** Shows who joined and left, day by day, and why. */
export function GrowthSection({ growth, period }: { growth: Growth; period: Period }) {
  const navigate = useNavigate({ from: '/$newsletter/' });
  const { totals, results } = growth;
  const reasons = (Object.keys(totals.reasons) as Reason[]).filter(name => totals.reasons[name] > 0);
  return (
    <Section
      title={home.growth}
      action={
        <Segments
          label={home.period}
          value={`${period}`}
          options={home.periods}
          onChange={days =>
            void navigate({ search: { days: Number(days) }, replace: true, resetScroll: false })
          }
        />
      }
    >
      <GrowthChart results={results} />
      <p className={styles.legend}>
        <span data-kind="came">{home.came(totals.came)}</span>
        <span data-kind="went">{home.went(totals.went)}</span>
        <span>{`${shortDay(growth.start)} – ${shortDay(growth.end)}`}</span>
      </p>
      {reasons.length > 0 && (
        <table className={styles.reasons}>
          <caption>{home.why}</caption>
          <thead>
            <tr>
              <th scope="col">{home.reason}</th>
              <th scope="col">{home.people}</th>
              <th scope="col">{home.meaning}</th>
            </tr>
          </thead>
          <tbody>
            {reasons.map(name => (
              <tr key={name}>
                <th scope="row">{home.reasons[name]}</th>
                <td>{`${toCome.includes(name) ? '+' : '−'}${words.number(totals.reasons[name])}`}</td>
                <td>{home.meanings[name]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Note>{home.definition}</Note>
      <details className={styles.days}>
        <summary>{home.table}</summary>
        <Table
          heads={[home.table_day, home.table_readers, home.table_came, home.table_went]}
          rows={results
            .toReversed()
            .map(one => [shortDay(one.day), ...[one.readers, one.came, one.went].map(words.number)])}
        />
      </details>
    </Section>
  );
}

import type { WarmUp } from '../../../src/client/schema.ts';
import { weekdayOf } from '../platform/time.ts';
import { Note, Section } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { words } from '../words.ts';
import styles from './warm-up.module.css';

const said = words.warm_up;

/** Shows the days of the plan around today, as bars and as a table. */
export function WarmUpDays({ days, today }: { days: WarmUp['days']; today: string | undefined }) {
  const most = Math.max(1, ...days.map(({ allowed }) => allowed ?? 0));
  const shown = (count: number | null) => (count === null ? '–' : words.number(count));
  return (
    <Section title={said.days}>
      <div className={styles.chart} aria-hidden="true">
        {days.map(({ day, allowed }) => (
          <div
            key={day}
            data-tip={said.chart(weekdayOf(day), shown(allowed))}
            data-when={today === undefined || day > today ? 'later' : day === today ? 'today' : 'past'}
          >
            <i style={{ height: `${(100 * (allowed ?? 0)) / most}%` }} />
          </div>
        ))}
      </div>
      <details className={styles.table}>
        <summary>{said.table}</summary>
        <Table
          heads={[said.day, said.allowed, said.sent_that_day]}
          rows={days.map(({ day, allowed, sent }) => [
            day === today ? said.is_today(weekdayOf(day)) : weekdayOf(day),
            shown(allowed),
            shown(sent),
          ])}
        />
      </details>
      <Note>{said.days_note}</Note>
    </Section>
  );
}

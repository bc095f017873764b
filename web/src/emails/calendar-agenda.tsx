import { weekdayOf } from '../platform/time.ts';
import { Empty } from '../ui/state.tsx';
import { words } from '../words.ts';
import { DayEntries, type Month } from './calendar-entry.tsx';
import styles from './calendar-screen.module.css';
import { monthOf } from './month.ts';

/** The days of a month on which something goes out, one below the other. */
export function Agenda({ byDay, month, today, ...acts }: Month) {
  const days = [...byDay.keys()].filter(day => monthOf(day) === month).toSorted();
  if (days.length === 0) return <Empty title={words.calendar.empty}>{words.calendar.empty_detail}</Empty>;
  return (
    <ol className={styles.agenda}>
      {days.map(day => (
        <li key={day} aria-current={day === today ? 'date' : undefined}>
          <h3>{weekdayOf(day)}</h3>
          <DayEntries entries={byDay.get(day)} {...acts} />
        </li>
      ))}
    </ol>
  );
}

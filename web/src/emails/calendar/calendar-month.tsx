import { words } from '../../words.ts';
import { DayEntries, type Month } from './calendar-entry.tsx';
import styles from './calendar-screen.module.css';
import { monthOf, weeksOf } from './month.ts';

/** Shows the weeks of a month as a table of days. */
export function MonthGrid({ byDay, month, today, ...acts }: Month) {
  return (
    <table className={styles.grid}>
      <thead>
        <tr>
          {words.calendar.weekdays.map(name => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map(week => (
          <tr key={week[0]}>
            {week.map(day => (
              <td
                key={day}
                data-other={monthOf(day) !== month || undefined}
                aria-current={day === today ? 'date' : undefined}
              >
                <span className={styles.date}>{Number(day.slice(8))}</span>
                <DayEntries entries={byDay.get(day)} {...acts} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { day_ms } from '../../platform/durations.ts';
import { weekdayOf } from '../../platform/time.ts';
import { words } from '../../words.ts';
import styles from '../simulation.module.css';
import own from './editor.module.css';
import type { Simulated } from './simulation-query.ts';

const said = words.sequence_simulation;
const shown_days = 90;

/** Shows a mark for each day, higher for more people. */
export function DayStrip({ label, days }: { label: string; days: Simulated['entries'] }) {
  const most = Math.max(...days.map(({ count }) => count));
  const until = Date.now();
  const since = until - shown_days * day_ms;
  return (
    <figure className={styles.strip} aria-label={label}>
      <div aria-hidden="true">
        {days.map(({ day, count }) => (
          <i
            key={day}
            data-tip={`${weekdayOf(day)}: ${words.number(count)}`}
            style={{
              insetInlineStart: `${Math.max(0, Math.min(100, (100 * (Date.parse(day) + day_ms / 2 - since)) / (until - since)))}%`,
              height: `${20 + (80 * count) / most}%`,
            }}
          />
        ))}
      </div>
      <figcaption>
        <span>{label}</span>
        <span>{words.simulator.today}</span>
      </figcaption>
    </figure>
  );
}

/** Shows the mails of each day, by step. */
export function MailDays({ data, nameOf }: { data: Simulated; nameOf: (step: string) => string }) {
  return (
    <details className={styles.folded}>
      <summary>{said.by_day}</summary>
      <table className={own.table}>
        <thead>
          <tr>
            <th scope="col">{said.day}</th>
            <th scope="col">{said.step}</th>
            <th scope="col">{said.mail_count}</th>
          </tr>
        </thead>
        <tbody>
          {data.mails_by_day.map(({ day, step, count }) => (
            <tr key={step + day}>
              <td>{weekdayOf(day)}</td>
              <td>{nameOf(step)}</td>
              <td>{words.number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

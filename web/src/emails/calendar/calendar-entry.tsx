import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import type { Here } from '../../accounts/newsletters.ts';
import { addDays, timeOf } from '../../platform/time.ts';
import { Menu } from '../../ui/menu.tsx';
import { inBothZones } from '../../ui/time.tsx';
import { words } from '../../words.ts';
import { screenOf } from '../queries.ts';
import { titleOf } from '../title.ts';
import { type Entry, isMovable } from './calendar.ts';
import styles from './calendar-screen.module.css';

type Acts = {
  here: Here;
  onPress: (event: KeyboardEvent, entry: Entry) => void;
  /** Absent if this person cannot change emails. */
  onMove?: (move: { entry: Entry; day: string }) => void;
  onAsk?: (entry: Entry) => void;
};

/** A month with its entries and their actions. */
export type Month = Acts & { month: string; today: string; byDay: ReadonlyMap<string, Entry[]> };

/** Lists what is sent on a day. */
export function DayEntries({ entries = [], ...acts }: Acts & { entries: Entry[] | undefined }) {
  return entries.map(entry => <CalendarEntry key={entry.key} entry={entry} {...acts} />);
}

/** Shows an email, which links to its next step and can be moved by its menu; or the run of an automation, which links to its feed. */
function CalendarEntry({ here, entry, onPress, onMove, onAsk }: Acts & { entry: Entry }) {
  const { email, automation, at, day } = entry;
  const { timezone, username: newsletter } = here.newsletter;
  const time = <time dateTime={at.toISOString()}>{timeOf(at, timezone)}</time>;
  const when = inBothZones(at, timezone);
  if (automation)
    return (
      <div className={styles.entry} data-kind="run">
        <Link
          to="/$newsletter/feeds/$feed"
          params={{ newsletter, feed: automation.id }}
          data-tip={`${words.calendar.runs(automation.name)}\n${when}`}
        >
          {time} <span>{automation.name}</span>
        </Link>
      </div>
    );
  if (!email) return null;
  const title = titleOf(email);
  const step = (days: number) => () => onMove?.({ entry, day: addDays(day, days) });
  const calendar = words.calendar;
  return (
    <div className={styles.entry} data-kind={email.status}>
      <Link
        to={screenOf(email)}
        params={{ newsletter, email: email.id }}
        data-entry={entry.key}
        data-tip={`${title}\n${words.emails.status[email.status]}\n${when}`}
        onKeyDown={event => onPress(event, entry)}
      >
        {time} <span>{title}</span>
        {email.status === 'draft' && <small>{calendar.draft}</small>}
      </Link>
      {onMove && isMovable(entry) && (
        <Menu
          label={calendar.more(title)}
          className={styles.move}
          items={[
            { label: calendar.day_later, run: step(1) },
            { label: calendar.day_earlier, run: step(-1) },
            { label: calendar.week_later, run: step(7) },
            { label: calendar.week_earlier, run: step(-7) },
            { label: calendar.other_day, run: () => onAsk?.(entry) },
          ]}
        />
      )}
    </div>
  );
}

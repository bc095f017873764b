import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { ApiFailure } from '../../platform/failure.ts';
import { isPressed, type KeyOf, keys } from '../../platform/keys.ts';
import { addDays, cityOf, momentOf, weekdayOf, writeLocal } from '../../platform/time.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useNarrow } from '../../ui/narrow.ts';
import { Note, PageTitle } from '../../ui/page.tsx';
import { Empty, Failure, Skeleton } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { language } from '../../words/page.ts';
import { words } from '../../words.ts';
import { forgetEmails } from '../queries.ts';
import { calendarQuery, type Entry, isMovable, moveEmail } from './calendar.ts';
import { DayEntries, type Month } from './calendar-entry.tsx';
import { MonthGrid } from './calendar-month.tsx';
import styles from './calendar-screen.module.css';
import { addMonths, monthOf, readMonth, weeksOf } from './month.ts';
import { MoveDialog } from './move-dialog.tsx';

const steps = { day_earlier: -1, day_later: 1, week_earlier: -7, week_later: 7 } satisfies Record<
  KeyOf<'calendar'>,
  number
>;

/** Shows what is sent when, month by month in the newsletter's time zone; on a phone, day by day. */
export function CalendarScreen() {
  const here = useHere();
  const { timezone, username: newsletter } = here.newsletter;
  const today = writeLocal(new Date(), timezone).slice(0, 10);
  const { month = monthOf(today) } = readMonth(useSearch({ from: '/$newsletter/frame/emails/calendar' }));
  const navigate = useNavigate({ from: '/$newsletter/emails/calendar' });
  const isNarrow = useNarrow();
  const { data, error, refetch } = useQuery(calendarQuery(here, month));
  const [asked, setAsked] = useState<Entry>();
  const move = useMove();
  const moves = usePermission('emails', 'write');
  const turn = (count: number) =>
    void navigate({ search: { month: addMonths(month, count) }, replace: true });
  const press = (event: KeyboardEvent, entry: Entry) => {
    const names = Object.keys(steps) as KeyOf<'calendar'>[];
    const way = names.find(name => event.shiftKey && isPressed(event, keys.calendar[name]));
    if (way === undefined || !moves || !isMovable(entry)) return;
    event.preventDefault();
    move.mutate({ entry, day: addDays(entry.day, steps[way]) });
  };
  const shown = { month, today, onPress: press, ...(moves && { onMove: move.mutate, onAsk: setAsked }) };
  return (
    <>
      <PageTitle
        action={
          <Link to="/$newsletter/emails" params={{ newsletter }} className={buttonClass()}>
            {words.calendar.to_list}
          </Link>
        }
      >
        {words.calendar.title}
      </PageTitle>
      <div className={styles.head}>
        <h2 aria-live="polite">{nameOf(month)}</h2>
        <span>{words.calendar.zone(cityOf(timezone))}</span>
        <div>
          <TurnButton label={words.calendar.earlier} path="m10 3-5 5 5 5" onClick={() => turn(-1)} />
          <button
            type="button"
            className={buttonClass('quiet')}
            onClick={() => void navigate({ search: {}, replace: true })}
          >
            {words.calendar.today}
          </button>
          <TurnButton label={words.calendar.later} path="m6 3 5 5-5 5" onClick={() => turn(1)} />
        </div>
      </div>
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={weeksOf(month).length} height={isNarrow ? 'var(--row)' : '6.5rem'} />
      ) : isNarrow ? (
        <Agenda here={here} byDay={data.byDay} {...shown} />
      ) : (
        <MonthGrid here={here} byDay={data.byDay} {...shown} />
      )}
      {data && data.always.length > 0 && <Note>{words.calendar.always(data.always)}</Note>}
      {moves && !isNarrow && data && <Note>{words.calendar.keys}</Note>}
      {asked && (
        <MoveDialog
          entry={asked}
          today={today}
          onClose={() => setAsked(undefined)}
          onMove={day => move.mutate({ entry: asked, day })}
        />
      )}
    </>
  );
}

/** Moves an entry to a day, confirms it, and offers to move it back. */
function useMove() {
  const here = useHere();
  const { timezone } = here.newsletter;
  type Wish = { entry: Entry; day: string; isBack?: boolean };
  const move = useMutation({
    mutationFn: ({ entry, day }: Wish) => moveEmail(here, entry, day),
    onSuccess: async (at, { entry, day, isBack = false }) => {
      await forgetEmails(here);
      // The entry has moved and should keep the focus.
      document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(entry.key)}"]`)?.focus();
      const back = () => move.mutate({ entry: { ...entry, at, day }, day: entry.day, isBack: true });
      say(
        words.calendar.moved(momentOf(at, timezone)),
        isBack ? undefined : { label: words.calendar.undo, run: back },
      );
    },
    onError: error => {
      say(error instanceof ApiFailure ? error.detail : words.failures.bug);
      void forgetEmails(here);
    },
  });
  return move;
}

function TurnButton({ label, path, onClick }: { label: string; path: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className={`${buttonClass('quiet')} ${styles.turn}`}
      aria-label={label}
      onClick={onClick}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" aria-hidden="true">
        <path d={path} strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </button>
  );
}

function nameOf(month: string): string {
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language, options).format(new Date(`${month}-01T00:00Z`));
}

/** Lists the days of a month on which something is sent, one below the other. */
function Agenda({ byDay, month, today, ...acts }: Month) {
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

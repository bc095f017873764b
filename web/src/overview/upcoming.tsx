import { Link } from '@tanstack/react-router';
import type { Overview } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { titleOf } from '../emails/title.ts';
import { addDays, weekdayOf, writeLocal } from '../platform/time.ts';
import { buttonClass } from '../ui/button.tsx';
import { Mark } from '../ui/chip.tsx';
import { Section } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import styles from './overview-screen.module.css';

type Entry = Overview['upcoming'][number];
const days = 14;
const shown = 6;

/** Shows the next two weeks as a strip of days, with what is sent on them. */
export function Upcoming({ entries }: { entries: Entry[] }) {
  const here = useHere();
  const { timezone, username: newsletter } = here.newsletter;
  const today = writeLocal(new Date(), timezone).slice(0, 10);
  const dayOf = ({ date }: Entry) => writeLocal(new Date(date), timezone).slice(0, 10);
  const byDay = Map.groupBy(entries, dayOf);
  const home = words.overview;
  return (
    <Section
      title={home.upcoming}
      action={
        <Link
          to="/$newsletter/emails/calendar"
          params={{ newsletter }}
          className={`${buttonClass('quiet')} ${styles.calendar}`}
        >
          {home.calendar}
        </Link>
      }
    >
      <ol className={styles.strip}>
        {Array.from({ length: days }, (_, offset) => addDays(today, offset)).map(day => {
          const here = byDay.get(day) ?? [];
          return (
            <li key={day} aria-label={home.day(weekdayOf(day), here.length)}>
              <span aria-hidden="true">{weekdayOf(day).slice(0, 2)}</span>
              <b aria-hidden="true">{Number(day.slice(8))}</b>
              <span className={styles.dots} aria-hidden="true">
                {here.slice(0, 3).map(entry => (
                  <i key={entry.email?.id ?? entry.automation?.id} data-run={!entry.email || undefined} />
                ))}
              </span>
            </li>
          );
        })}
      </ol>
      {entries.length === 0 ? (
        <p className={styles.quiet}>
          {home.nothing_planned} {home.plan}
        </p>
      ) : (
        <ul className={styles.entries}>
          {entries.slice(0, shown).map(({ date, email, automation }) => (
            <li key={`${date} ${email?.id ?? automation?.id}`}>
              <Time at={date} zone={timezone} precise />
              {email ? (
                <>
                  <Link to="/$newsletter/emails/$email" params={{ newsletter, email: email.id }}>
                    {titleOf(email)}
                  </Link>
                  <Mark strong>{words.emails.status[email.status]}</Mark>
                </>
              ) : automation ? (
                <>
                  <Link to="/$newsletter/feeds/$feed" params={{ newsletter, feed: automation.id }}>
                    {automation.name}
                  </Link>
                  <Mark>{home.run}</Mark>
                </>
              ) : null}
            </li>
          ))}
          {entries.length > shown && <li>{home.more_planned(entries.length - shown)}</li>}
        </ul>
      )}
    </Section>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Automation } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { day_ms } from '../platform/durations.ts';
import { dayOf } from '../platform/time.ts';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import { NotMailed } from './not-mailed.tsx';
import type { Settings } from './settings.ts';
import { SimulatedMail } from './simulated-mail.tsx';
import styles from './simulation.module.css';
import { type Simulation as Simulated, type SimulatedEmail, startQuery } from './simulation-queries.ts';
import { SimulationSection } from './simulation-section.tsx';

const simulator = words.simulator;
const days = 90;
const fewMails = 6;

/** Shows the last 90 days: the mails they would have been, what would not have been mailed, and when the automation acts next. */
export function Simulation({
  here,
  settings,
  automation,
  query,
}: {
  here: Here;
  settings: Settings;
  automation: Automation | undefined;
  query: UseQueryResult<Simulated>;
}) {
  return (
    <SimulationSection label={simulator.simulation} working={simulator.working} query={query}>
      {data => (
        <>
          <Mails here={here} data={data} />
          {!automation && !settings.skip_old_items && <AtStart here={here} settings={settings} />}
          <NotMailed here={here} items={data.items} />
          <Next here={here} settings={settings} dates={data.next_run_dates} />
        </>
      )}
    </SimulationSection>
  );
}

function Mails({ here, data: { emails, sample } }: { here: Here; data: Simulated }) {
  const [chosen, setChosen] = useState<string>();
  const [showsAll, setShowsAll] = useState(false);
  const newest = emails.toReversed();
  const shown = newest.find(({ date }) => date === chosen) ?? newest[0];
  if (!shown)
    return (
      <>
        <h2>{simulator.none}</h2>
        <p className={styles.hint}>{sample ? simulator.none_detail : simulator.empty_feed}</p>
        {sample?.rendered && <SimulatedMail here={here} rendered={sample.rendered} />}
        {sample?.reason && <p className={styles.hint}>{sample.reason}</p>}
      </>
    );
  const listed = showsAll ? newest : newest.slice(0, fewMails);
  return (
    <>
      <p className={styles.figure} aria-live="polite">
        <strong>{words.number(emails.length)}</strong>
        <span>
          {simulator.count(emails.length)} {simulator.in_days(days)}. {simulator.pace(emails.length, days)}
        </span>
      </p>
      <MailStrip emails={emails} days={days} zone={here.newsletter.timezone} />
      <ul className={styles.mails}>
        {listed.map(email => (
          <li key={email.date + subjectOf(email)}>
            <button type="button" aria-pressed={email === shown} onClick={() => setChosen(email.date)}>
              <Time at={email.date} zone={here.newsletter.timezone} />
              <span>{subjectOf(email)}</span>
              <small>{simulator.posts_in(email.items.length)}</small>
            </button>
          </li>
        ))}
      </ul>
      {newest.length > listed.length && (
        <button type="button" className={styles.all} onClick={() => setShowsAll(true)}>
          {simulator.show_all(newest.length)}
        </button>
      )}
      {shown.rendered ? (
        <SimulatedMail here={here} rendered={shown.rendered} />
      ) : (
        <p className={styles.hint}>{simulator.not_shown}</p>
      )}
    </>
  );
}

/** Returns the subject. A mail that is not rendered is named after its newest post. */
function subjectOf({ rendered, items }: SimulatedEmail): string {
  return rendered?.subject ?? items.at(-1)?.title ?? '';
}

function AtStart({ here, settings }: { here: Here; settings: Settings }) {
  const { data, isError } = useQuery(startQuery(here, settings));
  if (isError) return null;
  const held = data?.items.filter(({ status }) => status === 'held').length ?? 0;
  return <p className={styles.start}>{data ? simulator.at_start(data.emails.length, held) : '…'}</p>;
}

function Next({ here, settings, dates }: { here: Here; settings: Settings; dates: string[] }) {
  return (
    <>
      <h2>{simulator.next}</h2>
      {settings.cadence === 'every' ? (
        <p className={styles.hint}>{simulator.next_every}</p>
      ) : (
        <ol className={styles.next}>
          {dates.map(date => (
            <li key={date}>
              <Time at={date} zone={here.newsletter.timezone} precise />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** Shows the mails as marks on a line of days, higher for more posts. The list below has the same data. */
function MailStrip({ emails, days, zone }: { emails: SimulatedEmail[]; days: number; zone: string }) {
  const until = Date.now();
  const since = until - days * day_ms;
  const most = Math.max(...emails.map(({ items }) => items.length));
  return (
    <figure className={styles.strip} aria-label={words.simulator.strip(emails.length)}>
      <div aria-hidden="true">
        {emails.map(({ date, items }, at) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: several may have the same date
            key={at}
            style={{
              insetInlineStart: `${(100 * (Date.parse(date) - since)) / (until - since)}%`,
              height: `${35 + (65 * items.length) / most}%`,
            }}
          />
        ))}
      </div>
      <figcaption>
        <span>{dayOf(new Date(since), zone)}</span>
        <span>{words.simulator.today}</span>
      </figcaption>
    </figure>
  );
}

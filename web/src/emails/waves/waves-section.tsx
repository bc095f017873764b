import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Email, EmailWaves } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { day_ms } from '../../platform/durations.ts';
import { cityOf, momentOf } from '../../platform/time.ts';
import { Section } from '../../ui/page.tsx';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { waves as said } from '../../words/waves.ts';
import { words } from '../../words.ts';
import { emailsKey } from '../queries.ts';
import { FigureTable } from '../reports/figure-table.tsx';
import styles from './waves.module.css';

const fewZones = 3;

/** Shows the same as the bar, by time. */
function WavesTable({
  waves,
  zone,
  isFrozen,
}: {
  waves: EmailWaves['waves'];
  zone: string;
  isFrozen: boolean;
}) {
  const sorted = waves.toSorted((a, b) => a.due_date.localeCompare(b.due_date));
  return (
    <details>
      <summary>{said.as_table}</summary>
      <FigureTable
        heads={[said.when, said.zones, isFrozen ? said.served : said.people]}
        rows={sorted.map(({ due_date, zones, people, served }) => [
          momentOf(new Date(due_date), zone),
          zonesOf(zones),
          isFrozen ? said.of(served, people) : words.number(people),
        ])}
      />
    </details>
  );
}

function zonesOf(zones: string[]): string {
  const named = zones.slice(0, fewZones).map(cityOf).join(', ');
  return zones.length > fewZones ? `${named} ${said.more(zones.length - fewZones)}` : named;
}

/** Queries how many people get the email at which time: as it would begin at its date, or as it began. */
const wavesQuery = (here: Here, { id, publish_date, reader_time }: Email) =>
  queryOptions({
    queryKey: [...emailsKey(here), id, 'waves', publish_date, reader_time],
    queryFn: ({ signal }) => {
      const query = publish_date === null ? {} : { publish_date };
      return here.api.get('/v1/emails/{id}/waves', { params: { id }, query, signal });
    },
    enabled: reader_time !== null,
    staleTime: 0,
  });

type Wave = EmailWaves['waves'][number];

/** Shows how many people get an email at which time, if it is sent at the readers' local time; nothing for any other. */
export function WavesSection({
  email,
  refetchInterval = false,
}: {
  email: Email;
  refetchInterval?: number | false;
}) {
  const here = useHere();
  const { data, error, refetch } = useQuery({ ...wavesQuery(here, email), refetchInterval });
  const { reader_time } = email;
  if (reader_time === null) return null;
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const { timezone } = here.newsletter;
  return (
    <Section title={said.title(reader_time.at)}>
      {!data ? (
        <Skeleton lines={3} />
      ) : (
        <>
          <Bar waves={data.waves} zone={timezone} />
          {!!data.unknown && <p className={styles.note}>{said.unknown(data.unknown, cityOf(timezone))}</p>}
          {!!data.passed && (
            <p className={styles.note}>
              {said.late(data.passed, reader_time.if_passed)} <StartBy date={data.start_by} zone={timezone} />
            </p>
          )}
          <WavesTable waves={data.waves} zone={timezone} isFrozen={data.frozen} />
        </>
      )}
    </Section>
  );
}

/** Says by when to begin so that everybody gets it on the same day, if that is still possible. */
function StartBy({ date, zone }: { date: string | null; zone: string }) {
  if (date === null || Date.parse(date) <= Date.now()) return null;
  return (
    <>
      {said.start_by} <Time at={date} zone={zone} precise />.
    </>
  );
}

/** Shows a day or more from left to right, with a column for each wave. The dark part has been sent. */
function Bar({ waves, zone }: { waves: Wave[]; zone: string }) {
  const dates = waves.map(({ due_date }) => Date.parse(due_date));
  const start = Math.min(...dates);
  const span = Math.max(day_ms, Math.max(...dates) - start);
  const most = Math.max(1, ...waves.map(({ people }) => people));
  return (
    <figure className={styles.bar}>
      <div role="img" aria-label={said.bar}>
        {waves.map(({ due_date, people, served }, index) => (
          <span
            key={due_date}
            style={{
              insetInlineStart: `${(100 * (dates[index]! - start)) / span}%`,
              height: `${Math.max(2, (100 * people) / most)}%`,
            }}
            data-tip={`${momentOf(new Date(due_date), zone)}: ${words.number(people)}`}
          >
            <i style={{ height: `${people === 0 ? 0 : (100 * served) / people}%` }} />
          </span>
        ))}
      </div>
      <figcaption>
        <span>{momentOf(new Date(start), zone)}</span>
        <span>{momentOf(new Date(start + span), zone)}</span>
      </figcaption>
    </figure>
  );
}

import { Link } from '@tanstack/react-router';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { soonOf } from '../../platform/time.ts';
import { Legend } from '../../ui/legend.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from '../../words.ts';
import type { Progress } from '../queries.ts';
import type { RecipientSearch } from '../reports/recipient-queries.ts';
import styles from './sending-screen.module.css';

type Part = keyof typeof words.sending.parts;
/** A part of all recipients, and the filter that lists them; undefined if they cannot be listed. */
export type Counted = { part: string; name: string; count: number; list: RecipientSearch | undefined };

/** Splits all recipients by the state of their copies. The parts add up to the recipients. */
function partsOf(progress: Progress): Counted[] {
  const { planned, in_hand, accepted, temporary, permanent, uncertain, bounced, complained } = progress;
  const handed = Math.min(in_hand, planned);
  const parts: [part: Part, count: number, status?: string][] = [
    ['accepted', accepted + complained, 'accepted,complained'],
    ['refused', temporary + permanent, 'temporary,permanent'],
    ['uncertain', uncertain, 'uncertain'],
    ['bounced', bounced, 'bounced'],
    ['in_hand', handed],
    ['planned', planned - handed, 'planned'],
  ];
  return parts
    .filter(([part, count]) => part !== 'bounced' || count > 0)
    .map(([part, count, status]) => {
      return { part, name: words.sending.parts[part], count, list: status ? { status } : undefined };
    });
}

type Watched = { progress: Progress; email_id: string; isCut: boolean };

/** Shows the progress of an email: a bar of all recipients, the pace, the end, and why anything waits. */
export function SendingProgress({ progress, email_id, isCut }: Watched) {
  const here = useHere();
  const parts = partsOf(progress);
  const { recipients, status } = progress;
  if (recipients === 0)
    return (
      <p className={styles.note}>{status === 'errored' ? words.sending.nobody : words.sending.finding}</p>
    );
  const said = parts.map(({ name, count }) => words.sending.part(count, name));
  return (
    <section aria-label={words.sending.progress}>
      <AcceptedCount progress={progress} />
      <div className={styles.bar} role="img" aria-label={words.sending.of_all(said, recipients)}>
        {parts.map(({ part, count }) => (
          <span
            key={part}
            data-part={part}
            data-some={count > 0 || undefined}
            style={{ width: `${(100 * count) / Math.max(1, recipients)}%` }}
          />
        ))}
      </div>
      <PeopleLegend email_id={email_id} parts={parts} />
      {progress.status === 'in_flight' && !isCut && (
        <Pace progress={progress} zone={here.newsletter.timezone} />
      )}
      <Waits progress={progress} zone={here.newsletter.timezone} />
    </section>
  );
}

/** Shows in large figures how many people's copies mail servers have accepted. */
export function AcceptedCount({ progress: { accepted, complained, recipients } }: { progress: Progress }) {
  const count = accepted + complained;
  return (
    <p className={styles.count}>
      {words.sending.accepted_for} <b>{words.number(count)}</b> {words.sending.of_people(recipients)}
    </p>
  );
}

/** Shows each part with its colour, word and number. The numbers open the list of those people. */
export function PeopleLegend({ email_id, parts }: { email_id: string; parts: Counted[] }) {
  const here = useHere();
  const sees = usePermission('subscribers', 'read');
  const params = { newsletter: here.newsletter.username, email: email_id };
  const linked = (count: number, list: RecipientSearch | undefined) =>
    sees && list && count > 0 ? (
      <Link to="/$newsletter/emails/$email/recipients" params={params} search={list}>
        {words.number(count)}
      </Link>
    ) : (
      words.number(count)
    );
  const shown = parts.map(({ part, name, count, list }) => ({ part, name, value: linked(count, list) }));
  return <Legend className={styles.legend} parts={shown} />;
}

type Timed = { progress: Progress; zone: string };

function Pace({ progress: { rate, expected_completion_date: end, waits }, zone }: Timed) {
  if (end && waits.some(({ reason }) => reason === 'warm_up'))
    return (
      <p className={styles.pace}>
        {words.sending.planned_end} <Time at={end} zone={zone} precise />.
      </p>
    );
  if (rate === 0) return null;
  return (
    <p className={styles.pace}>
      {words.sending.pace(rate)}{' '}
      {end && (
        <>
          {words.sending.end} <Time at={end} zone={zone} precise />.
        </>
      )}
    </p>
  );
}

/** Says in plain words what the email waits for. */
export function Waits({ progress: { waits }, zone }: Timed) {
  if (waits.length === 0) return null;
  return (
    <div className={styles.waits}>
      <h2>{words.sending.why}</h2>
      <ul>
        {waits.map(({ reason, words: why, detail, domain, until }) => (
          <li key={`${reason} ${domain}`}>
            {why}
            {until && (
              <>
                {' '}
                {words.sending.next_try}{' '}
                <Time at={until} zone={zone}>
                  {soonOf(new Date(until), zone)}
                </Time>
                .
              </>
            )}
            {detail && <small>{detail}</small>}
          </li>
        ))}
      </ul>
    </div>
  );
}

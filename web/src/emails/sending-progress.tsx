import type { EmailProgress } from '../../../src/client/schema.ts';
import { momentOf, timeOf } from '../platform/time.ts';
import { words } from '../words.ts';
import styles from './sending-screen.module.css';

type Watched = { progress: EmailProgress; zone: string; isMoving: boolean };

/** How far an email has come, from the ledger: a bar of all who get it, the pace, the end, and why anything waits. */
export function SendingProgress({ progress, zone, isMoving }: Watched) {
  const { recipients, planned, accepted, temporary, permanent, uncertain } = progress;
  const refused = temporary + permanent;
  const rest = [
    ['refused', refused],
    ['uncertain', uncertain],
    ['planned', planned],
  ] as const;
  const parts = [['accepted', accepted] as const, ...rest];
  const all = Math.max(1, recipients);
  return (
    <section aria-label={words.sending.progress}>
      <p className={styles.count}>
        <b>{words.number(accepted)}</b>
        {words.sending.accepted_of(accepted, recipients)}
      </p>
      <div className={styles.bar} role="img" aria-label={words.sending.of(recipients - planned, recipients)}>
        {parts.map(([name, count]) => (
          <span key={name} data-part={name} style={{ width: `${(100 * count) / all}%` }} />
        ))}
      </div>
      <dl className={styles.rest}>
        {rest.map(([name, count]) => (
          <div key={name}>
            <dt data-part={name}>{words.sending[name]}</dt>
            <dd>{words.number(count)}</dd>
          </div>
        ))}
      </dl>
      {isMoving && <Pace progress={progress} zone={zone} />}
    </section>
  );
}

function Pace({ progress: { rate, expected_completion_date, waits }, zone }: Omit<Watched, 'isMoving'>) {
  const end = expected_completion_date && new Date(expected_completion_date);
  return (
    <div className={styles.pace}>
      {rate > 0 && (
        <p>
          {words.sending.pace(rate)}
          {end ? ` ${words.sending.end(momentOf(end, zone))}` : ''}
        </p>
      )}
      {waits.length > 0 && (
        <ul>
          {waits.map(({ reason, words: why, detail, domain, until }) => (
            <li key={`${reason} ${domain}`}>
              <strong>{why}</strong>
              {until && ` ${words.sending.next_try(timeOf(new Date(until), zone))}`}
              {detail && <small>{detail}</small>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

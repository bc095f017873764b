import type { Grant, Standing } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { dayOf } from '../../platform/time.ts';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from '../../words.ts';
import { isOpen } from '../standing-words.ts';
import styles from './subscriber-screen.module.css';

const said = words.standing;

type Shown = { grants: Grant[]; onEnd: ((id: string) => void) | undefined };

/** Lists everything that was given or paid, newest first. Open grants can be ended. */
export function Grants({ grants, onEnd }: Shown) {
  const here = useHere();
  const zone = here.newsletter.timezone;
  return (
    <ul className={styles.grants}>
      {grants.map(grant => (
        <li key={grant.id}>
          <div>
            <strong>{said.kinds[grant.kind]}</strong> <Time at={grant.start_date} zone={zone} />
            {' – '}
            {grant.end_date === null ? said.no_end : <Time at={grant.end_date} zone={zone} />}
            <p className={styles.words}>{factsOf(grant, zone).join(' · ')}</p>
            {grant.message !== '' && <blockquote className={styles.message}>{grant.message}</blockquote>}
            {grant.revoked_reason !== '' && <p className={styles.words}>{grant.revoked_reason}</p>}
          </div>
          {onEnd && isOpen(grant) && (
            <Button
              look="quiet"
              aria-label={said.end_one(said.kinds[grant.kind])}
              onClick={() => onEnd(grant.id)}
            >
              {said.end_grant}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Sources that say nothing beyond the kind and the giver. */
const plainSources = ['api', 'gift', 'trial', 'client', 'import'];

function factsOf({ state, source, created_by, revoked_date, revoked_by }: Grant, zone: string): string[] {
  return [
    said.states[state],
    ...(created_by ? [said.by(created_by)] : []),
    ...(plainSources.includes(source) ? [] : [said.by_program(source)]),
    ...(revoked_date ? [said.ended_by(dayOf(new Date(revoked_date), zone), revoked_by ?? '')] : []),
  ].filter(Boolean);
}

/** Shows how the standing became what it is, newest first. */
export function Moves({ history, zone }: { history: Standing['history']; zone: string }) {
  return (
    <ul>
      {history.map(({ date, standing }) => (
        <li key={date}>
          <Time at={date} zone={zone} />: {said.standings[standing]}
        </li>
      ))}
    </ul>
  );
}

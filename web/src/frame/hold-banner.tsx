import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { sessionQuery } from '../accounts/session.ts';
import { words } from '../words.ts';
import styles from './hold-banner.module.css';

/** Above every screen while nothing goes out. Reads what is known of the session, and asks for nothing. */
export function HoldBanner() {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const { newsletter = session?.newsletters[0]?.username } = useParams({ strict: false });
  if (!session?.on_hold && !session?.witness_away) return null;
  const { banner, look, ask } = session.on_hold ? words.hold : words.hold.witness;
  const sees = session.person?.installation === true && newsletter !== undefined;
  return (
    <aside className={styles.banner} aria-label={words.hold.title}>
      <p>
        {banner}{' '}
        {sees ? (
          <Link to="/$newsletter/hold" params={{ newsletter }}>
            {look}
          </Link>
        ) : (
          ask
        )}
      </p>
    </aside>
  );
}

import { Link } from '@tanstack/react-router';
import { useHere } from '../accounts/newsletters.ts';
import { usePermission, usePlace } from '../accounts/session.ts';
import { root } from '../platform/root.ts';
import { buttonClass } from '../ui/button.tsx';
import { words } from '../words.ts';
import styles from './overview-screen.module.css';

/** Shows the first steps with a new newsletter. */
export function Welcome() {
  const here = useHere();
  const { username: newsletter } = here.newsletter;
  const params = { newsletter };
  const adds = usePermission('subscribers', 'write');
  const writes = usePermission('emails', 'write');
  const imports = usePlace()?.role === 'owner';
  const home = words.overview;
  const steps = home.steps;
  return (
    <div className={styles.welcome}>
      <h2>{home.welcome}</h2>
      <p>{home.welcome_detail}</p>
      <ol>
        <li>
          <h3>{steps.readers}</h3>
          <p>{steps.readers_detail}</p>
          {adds && (
            <Link
              to="/$newsletter/subscribers"
              params={params}
              search={{ add: true }}
              className={buttonClass('solid')}
            >
              {words.subscriber.add}
            </Link>
          )}
          {imports && (
            <Link to="/$newsletter/imports" params={params} className={buttonClass()}>
              {words.imports.begin}
            </Link>
          )}
          <a href={`${root}/${newsletter}`} target="_blank" rel="noreferrer" className={buttonClass()}>
            {words.frame.view_page}
          </a>
        </li>
        <li>
          <h3>{steps.write}</h3>
          <p>{steps.write_detail}</p>
          {writes && (
            <Link
              to="/$newsletter/emails/$email"
              params={{ ...params, email: 'new' }}
              className={buttonClass()}
            >
              {words.emails.write}
            </Link>
          )}
        </li>
        <li>
          <h3>{steps.sender}</h3>
          <p>{steps.sender_detail}</p>
          <Link to="/$newsletter/settings" params={params} className={buttonClass()}>
            {words.frame.settings}
          </Link>
        </li>
      </ol>
    </div>
  );
}

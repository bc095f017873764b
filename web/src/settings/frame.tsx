import { Link, Outlet } from '@tanstack/react-router';
import { useHere } from '../accounts/newsletters.ts';
import { words } from '../words.ts';
import styles from './frame.module.css';

/** The frame around every settings screen. */
export function SettingsFrame() {
  const params = { newsletter: useHere().newsletter.username };
  return (
    <>
      <nav className={styles.tabs} aria-label={words.settings.title}>
        <Link to="/$newsletter/settings" params={params} activeOptions={{ exact: true }}>
          {words.settings.newsletter}
        </Link>
        <Link to="/$newsletter/settings/team" params={params}>
          {words.team.title}
        </Link>
        <Link to="/$newsletter/settings/keys" params={params}>
          {words.keys.title}
        </Link>
      </nav>
      <Outlet />
    </>
  );
}

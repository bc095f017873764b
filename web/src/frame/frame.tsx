import { Link, Outlet, useLocation, useMatchRoute, useParams } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { useHere } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { words } from '../words.ts';
import { AccountMenu } from './account-menu.tsx';
import styles from './frame.module.css';
import { InMain } from './in-main.ts';
import { overlay } from './overlay.ts';

/** Shows the frame around every screen of a newsletter except the writing screen. */
export function Frame() {
  const { newsletter } = useHere();
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {words.parts.skip}
      </a>
      <header className={styles.header}>
        <button
          type="button"
          className={styles.name}
          data-tip={words.frame.switch}
          onClick={() => overlay.set('switch')}
        >
          {newsletter.name}
        </button>
        <Navigation />
        <div className={styles.tools}>
          <button
            type="button"
            className={styles.search}
            aria-label={words.frame.search}
            data-tip={words.frame.search}
            onClick={() => overlay.set('palette')}
          >
            <SearchIcon />
            <span aria-hidden="true">{words.frame.search}</span>
          </button>
          <AccountMenu />
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        <InMain value={true}>
          <Outlet />
        </InMain>
      </main>
    </div>
  );
}

function Navigation() {
  const { newsletter = '' } = useParams({ strict: false });
  const params = { newsletter };
  const seesReaders = usePermission('subscribers', 'read');
  const seesDelivery = usePermission('settings', 'read');
  const seesFeeds = usePermission('automations', 'read');
  // Sequences are the second tab of the automations.
  const inSequences = useMatchRoute()({ to: '/$newsletter/sequences', fuzzy: true }) !== false;
  const bar = useCurrentInView();
  return (
    <nav ref={bar} className={styles.navigation} aria-label={words.frame.navigation}>
      <Link to="/$newsletter" params={params} activeOptions={{ exact: true, includeSearch: false }}>
        {words.frame.home}
      </Link>
      <Link to="/$newsletter/emails" params={params}>
        {words.frame.emails}
      </Link>
      {seesFeeds && (
        <Link
          to="/$newsletter/feeds"
          params={params}
          {...(inSequences && { className: 'active', 'aria-current': 'page' as const })}
        >
          {words.frame.automations}
        </Link>
      )}
      {seesReaders && (
        <Link to="/$newsletter/subscribers" params={params}>
          {words.frame.subscribers}
        </Link>
      )}
      <Link to="/$newsletter/forms" params={params}>
        {words.frame.forms}
      </Link>
      {seesDelivery && (
        <Link to="/$newsletter/delivery" params={params}>
          {words.frame.delivery}
        </Link>
      )}
      <Link to="/$newsletter/settings" params={params}>
        {words.frame.settings}
      </Link>
    </nav>
  );
}

/** Returns a ref for a bar of links that may be wider than a phone. It scrolls so that the link of the current page is visible. */
function useCurrentInView() {
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useLayoutEffect(() => {
    const place = bar.current?.getBoundingClientRect();
    const current = bar.current?.querySelector('[aria-current=page]')?.getBoundingClientRect();
    if (!place || !current || !pathname) return;
    bar.current?.scrollBy(current.x + current.width / 2 - (place.x + place.width / 2), 0);
  }, [pathname]);
  return bar;
}

function SearchIcon() {
  return (
    <svg viewBox="0 0 16 16" width="15" height="15" fill="none" stroke="currentColor" aria-hidden="true">
      <circle cx="7" cy="7" r="4.5" strokeWidth="1.5" />
      <path d="m10.5 10.5 3.5 3.5" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}

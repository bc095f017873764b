import { Link, Outlet } from '@tanstack/react-router';
import { useHere } from './newsletters.ts';
import { usePlace } from './session.ts';
import styles from './tabs.module.css';

/** One tab of a group of screens. With an `area`, only people who may read that area see it. */
export type Tab = { to: string; name: string; area?: string };

/** Shows the tabs of a group of screens in this order, then the chosen screen. `wide` gives it more of the window. */
export function TabbedFrame({
  title,
  tabs,
  wide = false,
}: {
  title: string;
  tabs: readonly Tab[];
  wide?: boolean;
}) {
  const params = { newsletter: useHere().newsletter.username };
  const permissions = usePlace()?.permissions ?? {};
  const isSeen = (area: string) => ['read', 'write'].includes(permissions[area] ?? 'none');
  return (
    <div className={wide ? styles.wide : undefined}>
      <nav className={styles.tabs} aria-label={title}>
        {tabs.map(({ to, name, area }) =>
          area === undefined || isSeen(area) ? (
            <Link key={to} to={to} params={params} activeOptions={{ exact: to === tabs[0]!.to }}>
              {name}
            </Link>
          ) : null,
        )}
      </nav>
      <Outlet />
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type ErrorComponentProps, Link, Outlet, useParams, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useContext } from 'react';
import { sessionQuery } from '../accounts/session.ts';
import { signInDue } from '../platform/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { Toasts } from '../ui/toast.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { words } from '../words.ts';
import held from './hold-banner.module.css';
import { InMain } from './in-main.ts';
import { overlay } from './overlay.ts';
import styles from './root.module.css';

const Palette = lazy(() => import('./palette.tsx').then(file => ({ default: file.Palette })));
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then(file => ({ default: file.ShortcutsDialog })),
);
const SignInAgain = lazy(() =>
  import('../accounts/sign-in-again.tsx').then(file => ({ default: file.SignInAgain })),
);

/** Shows the page and the overlay over it. */
export function Root() {
  const shown = overlay.use();
  const due = signInDue.use();
  return (
    <>
      <HoldBanner />
      <Outlet />
      <Suspense>
        {shown === 'palette' && <Palette />}
        {shown === 'switch' && <Palette only="newsletters" />}
        {shown === 'shortcuts' && <ShortcutsDialog />}
        {due && <SignInAgain why={due} />}
      </Suspense>
      <Toasts />
      <Tooltip />
    </>
  );
}

/** Shown while a page's data is loading. */
export function WaitingPage() {
  return (
    <div className={styles.page}>
      <Skeleton lines={6} />
    </div>
  );
}

/** Shown if a page failed to render. */
export function FailurePage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const Part = useContext(InMain) ? 'div' : 'main';
  return (
    <Part className={styles.page}>
      <Failure
        error={error}
        retry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </Part>
  );
}

/** Shown for an unknown address. */
export function MissingPage() {
  const Part = useContext(InMain) ? 'div' : 'main';
  return (
    <Part className={styles.page}>
      <title>{words.parts.title(words.failures.no_page)}</title>
      <h1 tabIndex={-1} className={styles.title}>
        {words.failures.no_page}
      </h1>
      <p className={styles.detail}>{words.failures.no_page_detail}</p>
      <Link to="/" className={buttonClass()}>
        {words.failures.home}
      </Link>
    </Part>
  );
}

/** Shows a banner above every screen during a hold. It uses the known session and sends no request. */
function HoldBanner() {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const { newsletter = session?.newsletters[0]?.username } = useParams({ strict: false });
  if (!session?.on_hold && !session?.witness_away) return null;
  const { banner, look, ask } = session.on_hold ? words.hold : words.hold.witness;
  const sees = session.person?.installation === true && newsletter !== undefined;
  return (
    <aside className={held.banner} aria-label={words.hold.title}>
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

import { type ErrorComponentProps, Link, Outlet, useRouter } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { signInDue } from '../platform/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { Toasts } from '../ui/toast.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { words } from '../words.ts';
import { HoldBanner } from './hold-banner.tsx';
import { overlay } from './overlay.ts';
import styles from './root.module.css';

const Palette = lazy(() => import('./palette.tsx').then(file => ({ default: file.Palette })));
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then(file => ({ default: file.ShortcutsDialog })),
);
const SignInAgain = lazy(() =>
  import('../accounts/sign-in-again.tsx').then(file => ({ default: file.SignInAgain })),
);

/** The page and whatever covers it. */
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

/** A page whose data is loading. */
export function WaitingPage() {
  return (
    <div className={styles.page}>
      <Skeleton lines={6} />
    </div>
  );
}

/** A page that failed to render. */
export function FailurePage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <main className={styles.page}>
      <Failure
        error={error}
        retry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </main>
  );
}

/** An unknown address. */
export function MissingPage() {
  return (
    <main className={styles.page}>
      <title>{words.parts.title(words.failures.no_page)}</title>
      <h1 tabIndex={-1} className={styles.title}>
        {words.failures.no_page}
      </h1>
      <p className={styles.detail}>{words.failures.no_page_detail}</p>
      <Link to="/" className={buttonClass()}>
        {words.failures.home}
      </Link>
    </main>
  );
}

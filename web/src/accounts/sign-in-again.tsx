import { useEffect } from 'react';
import { ApiFailure } from '../platform/failure.ts';
import { giveUp } from '../platform/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { words } from '../words.ts';
import { askSession, enter, type Session } from './session.ts';
import styles from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

/** Signs in over the page. The page stays, so nothing typed is lost. */
export function SignInAgain({ why }: { why: 'ended' | 'proof' }) {
  const isEmptyPage = document.querySelector('main') === null;
  // A mailed link opens in another tab or window; the person then returns to this one.
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      const session = await askSession<Session>('GET', '').catch(() => undefined);
      if (session && (why === 'ended' || !session.proof_due)) enter(session);
    };
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [why]);
  const cancel = () =>
    giveUp(new ApiFailure(403, { code: 'sign_in_again', detail: words.sign_in.proof_missing }));
  return (
    <div className={isEmptyPage ? styles.alone : undefined} data-alone={isEmptyPage || undefined}>
      {isEmptyPage && <title>{words.parts.title(words.sign_in.title)}</title>}
      <Dialog
        title={why === 'proof' ? words.sign_in.proof_title : words.sign_in.title}
        {...(why === 'proof' && { onClose: cancel })}
      >
        {!isEmptyPage && (
          <p className={styles.note}>{why === 'proof' ? words.sign_in.proof : words.sign_in.over}</p>
        )}
        <SignInForm why={why} isOver={!isEmptyPage} {...(why === 'proof' && { onCancel: cancel })} />
      </Dialog>
    </div>
  );
}

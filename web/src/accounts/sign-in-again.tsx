import { Dialog } from '../ui/dialog.tsx';
import { words } from '../words.ts';
import styles from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

/** Signs in on top of the page, which stays as it is: nothing typed is lost. */
export function SignInAgain() {
  const isEmptyPage = document.querySelector('main') === null;
  return (
    <div className={isEmptyPage ? styles.alone : undefined}>
      {isEmptyPage && <title>{words.parts.title(words.sign_in.title)}</title>}
      <Dialog title={words.sign_in.title}>
        {!isEmptyPage && <p className={styles.note}>{words.sign_in.over}</p>}
        <SignInForm />
      </Dialog>
    </div>
  );
}

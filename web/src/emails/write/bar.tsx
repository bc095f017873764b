import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { BackArrow } from '../../ui/page.tsx';
import { words } from '../../words.ts';
import styles from './write-screen.module.css';

/** Above the text: the link back, and the actions at the right. */
export function Bar({ children }: { children?: ReactNode }) {
  const here = useHere();
  return (
    <header className={styles.bar}>
      <Link
        to="/$newsletter/emails"
        params={{ newsletter: here.newsletter.username }}
        className={styles.back}
      >
        <BackArrow />
        <span>{words.write.back}</span>
      </Link>
      {children}
    </header>
  );
}

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { BackArrow } from '../../ui/page.tsx';
import { words } from '../../words.ts';
import styles from '../simulator.module.css';

/** The frame: the link back, the title, and the main button at the right. */
export function EditorFrame({
  title,
  sequence,
  action,
  children,
}: {
  title: string;
  /** The sequence that the way back leads to; without it, it leads to all of them. */
  sequence?: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  const here = useHere();
  const newsletter = here.newsletter.username;
  const content = (
    <>
      <BackArrow />
      {words.sequence.back}
    </>
  );
  return (
    <div className={styles.screen}>
      <title>{words.parts.title(title)}</title>
      <header className={styles.bar}>
        {sequence === undefined ? (
          <Link to="/$newsletter/sequences" params={{ newsletter }} className={styles.back}>
            {content}
          </Link>
        ) : (
          <Link
            to="/$newsletter/sequences/$sequence"
            params={{ newsletter, sequence }}
            className={styles.back}
          >
            {content}
          </Link>
        )}
        {action}
      </header>
      <main id="content" className={styles.main}>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}

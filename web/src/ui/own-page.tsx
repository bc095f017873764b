import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './own-page.module.css';
import { BackArrow } from './page.tsx';

/** A page without a newsletter and its navigation: the link back, then the screen. */
export function OwnPage({
  back,
  narrow = false,
  children,
}: {
  /** The text of the link back, and its target if it is not the first page. Undefined for no link. */
  back: { name: string; to?: string } | undefined;
  narrow?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={narrow ? styles.narrow : styles.wide}>
      {back && (
        <header>
          <Link to={back.to ?? '/'} className={styles.back}>
            <BackArrow />
            {back.name}
          </Link>
        </header>
      )}
      <main>{children}</main>
    </div>
  );
}

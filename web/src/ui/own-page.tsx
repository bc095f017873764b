import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './own-page.module.css';
import { BackArrow } from './page.tsx';

/** A page of no newsletter, so without its navigation: the way back, then the screen. */
export function OwnPage({
  back,
  narrow = false,
  children,
}: {
  /** What the link back says, and where it leads if not to the first page. Without it there is no way back. */
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

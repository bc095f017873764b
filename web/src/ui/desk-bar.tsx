import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './desk-bar.module.css';
import { BackArrow } from './page.tsx';

/** What a link back says, and where it leads. */
export type Back = { label: string } & Pick<LinkProps, 'to' | 'params'>;

/** Stays above a screen that has the whole window: the way back, and at the end what can be done. */
export function DeskBar({
  back: { label, ...link },
  className = '',
  children,
}: {
  back: Back;
  className?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <header className={`${styles.bar} ${className}`}>
      <Link {...link}>
        <BackArrow />
        <span>{label}</span>
      </Link>
      {children}
    </header>
  );
}

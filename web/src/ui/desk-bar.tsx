import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './desk-bar.module.css';
import { BackArrow } from './page.tsx';

/** The text and the target of a link back. */
export type Back = { label: string } & Pick<LinkProps, 'to' | 'params'>;

/** Stays above a screen that fills the window: the link back, and at the end the actions. */
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

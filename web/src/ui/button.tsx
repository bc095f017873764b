import type { ComponentProps, ReactNode } from 'react';
import { words } from '../words.ts';
import styles from './button.module.css';

export type Look = 'solid' | 'plain' | 'quiet' | 'danger';

/** Returns the class for elements that look like a button, such as a prominent link. */
export function buttonClass(look: Look = 'plain', wide = false): string {
  return [styles.button, styles[look], wide ? styles.wide : ''].join(' ');
}

/** A button. While `busy`, it shows so, keeps its width and focus, and ignores clicks. */
export function Button({
  look = 'plain',
  busy = false,
  wide = false,
  children,
  onClick,
  className = '',
  ...rest
}: { look?: Look; busy?: boolean; wide?: boolean; children: ReactNode } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass(look, wide)} ${className}`}
      aria-disabled={busy || undefined}
      onClick={event => (busy ? event.preventDefault() : onClick?.(event))}
    >
      <span className={busy ? styles.hidden : undefined}>{children}</span>
      {busy && <span className={styles.busy} role="status" aria-label={words.parts.busy} />}
    </button>
  );
}

import type { ReactNode } from 'react';
import styles from './chip.module.css';

/** A filter that is on or off. */
export function FilterChip({
  on,
  disabled = false,
  onChange,
  children,
}: {
  on: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={styles.filter}
      aria-pressed={on}
      disabled={disabled}
      onClick={() => onChange(!on)}
    >
      {children}
    </button>
  );
}

/** A short label, such as a status; `strong` makes it stand out. */
export function Mark({ strong = false, children }: { strong?: boolean; children: ReactNode }) {
  return <span className={strong ? styles.strong : styles.mark}>{children}</span>;
}

/** A key on the keyboard. */
export function Key({ children }: { children: ReactNode }) {
  return <kbd className={styles.key}>{children}</kbd>;
}

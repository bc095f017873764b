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

/** An active filter. Pressing it removes it. */
export function HeldChip({
  label,
  onRemove,
  children,
}: {
  /** The effect of pressing it, for screen readers. */
  label: string;
  onRemove: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" className={styles.held} aria-label={label} onClick={onRemove}>
      {children}
      <svg viewBox="0 0 12 12" width="10" height="10" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="m2.5 2.5 7 7m0-7-7 7" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
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

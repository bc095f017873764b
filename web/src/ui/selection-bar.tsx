import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './selection-bar.module.css';

/** Offers what can be done to what is selected. It lies over the end of the list. */
export function SelectionBar({
  count,
  clear,
  onClear,
  children,
}: {
  /** How many are selected, in words. */
  count: string;
  /** The text of the button that selects nothing. */
  clear: string;
  onClear: () => void;
  /** The actions: buttons. */
  children: ReactNode;
}) {
  return (
    <section className={styles.bar} aria-label={count}>
      <strong role="status">{count}</strong>
      <div className={styles.acts}>{children}</div>
      <Button look="quiet" onClick={onClear}>
        {clear}
      </Button>
    </section>
  );
}
